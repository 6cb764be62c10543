import { expect, test } from 'vitest'
import { demoProducts } from '#server/db/seed/demo-products.ts'
import { backdrops, liveryOf } from '#src/ui/livery.ts'

/** Steps between two hues on the circle, in degrees. */
const apart = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

test("no two of the demonstration's products look the same", () => {
  const looks = demoProducts.map((it) => {
    const { hue, backdrop } = liveryOf(it.name)
    return `${it.art} ${hue} ${backdrop}`
  })
  expect(new Set(looks).size).toBe(demoProducts.length)
})

test('those that share a drawing differ in colour so that it is seen', () => {
  const close = demoProducts.flatMap((one) =>
    demoProducts
      .filter((it) => it.name < one.name && it.art === one.art)
      .filter((it) => apart(liveryOf(it.name).hue, liveryOf(one.name).hue) < 60)
      .map((it) => `${it.name} ${one.name}`),
  )
  expect(close).toEqual([])
})

test('a livery is of the name alone, and every backdrop is used', () => {
  expect(liveryOf('Kancil S1')).toEqual(liveryOf('Kancil S1'))
  expect(new Set(demoProducts.map((it) => liveryOf(it.name).backdrop))).toEqual(new Set(backdrops))
})
