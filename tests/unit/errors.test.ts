import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codeOf, errors } from '#protocol/errors.ts'

const specified = JSON.parse(readFileSync(new URL('../support/spec/errors.json', import.meta.url), 'utf8')) as {
  errno: Record<string, string>
}
const errnos = Object.values(errors).map((it) => it.errno)

it('gives every code an errno of its own, and finds it back', () => {
  expect(errnos.filter((errno, at) => errnos.indexOf(errno) !== at)).toEqual([])
  for (const [code, { errno }] of Object.entries(errors)) expect(codeOf(errno)).toBe(code)
})

it('knows the business codes of the specification', () => {
  const business = Object.keys(specified.errno)
    .map(Number)
    .filter((errno) => errno > 1000)
  expect(business).toEqual([1474, 1475, 1482, 1483, 1485])
  expect(errnos).toEqual(expect.arrayContaining(business))
})

it('never answers what a client takes as another thing: success, a cleared session, or a demand to buy first', () => {
  expect(errnos.filter((errno) => [0, 501, 503, 524].includes(errno))).toEqual([])
})
