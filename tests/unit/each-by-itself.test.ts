import { expect, test } from 'vitest'
import { eachByItself } from '#server/each-by-itself.ts'

async function done(items: readonly number[], isFaulty: (item: number) => boolean): Promise<number[]> {
  const worked: number[] = []
  await eachByItself(items, String, async (item) => {
    if (isFaulty(item)) throw new Error('broken')
    worked.push(item)
  }).catch(() => {})
  return worked
}

const items = Array.from({ length: 100 }, (_, n) => n)

test('what fails, however much of it there is, keeps nothing else waiting', async () => {
  expect(await done(items, (it) => it % 2 === 0)).toHaveLength(50)
})

test('where everything fails, the rest is left for the next run', async () => {
  const tried: number[] = []
  const working = eachByItself(items, String, async (item) => {
    tried.push(item)
    throw new Error('the database is away')
  })
  await expect(working).rejects.toThrow('0: the database is away')
  expect(tried).toHaveLength(20)
})
