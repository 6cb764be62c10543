import { expect, test } from 'vitest'
import { forEachConcurrently } from '#server/ledger/concurrently.ts'

/** Work that is begun, and ended by hand. */
function manual() {
  const begun: number[] = []
  const ends = new Map<number, { done: () => void; failed: (cause: unknown) => void }>()
  const work = (item: number) => {
    begun.push(item)
    return new Promise<void>((done, failed) => ends.set(item, { done, failed }))
  }
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { begun, ends, work, settle }
}

test('items are begun in order, and beside others where there is room', async () => {
  const { begun, ends, work, settle } = manual()
  const all = forEachConcurrently([1, 2, 3], (underWay) => underWay < 2, work)
  expect(begun).toEqual([1, 2])
  ends.get(2)?.done()
  await settle()
  expect(begun).toEqual([1, 2, 3])
  ends.get(1)?.done()
  ends.get(3)?.done()
  await all
})

test('after a failure nothing more is begun, and what is under way is waited for', async () => {
  const { begun, ends, work, settle } = manual()
  let isOver = false
  const all = forEachConcurrently([1, 2, 3, 4], (underWay) => underWay < 2, work).finally(() => {
    isOver = true
  })
  all.catch(() => {})
  ends.get(1)?.failed(new Error('first'))
  await settle()
  expect(isOver).toBe(false)
  ends.get(2)?.failed(new Error('second'))
  await expect(all).rejects.toThrow('first')
  expect(begun).toEqual([1, 2])
})

test('without room they are done one after the other', async () => {
  const { begun, ends, work, settle } = manual()
  const all = forEachConcurrently([1, 2], () => false, work)
  await settle()
  expect(begun).toEqual([1])
  ends.get(1)?.done()
  await settle()
  expect(begun).toEqual([1, 2])
  ends.get(2)?.done()
  await all
})

test('no items are no work', async () => {
  await forEachConcurrently(
    [],
    () => true,
    () => Promise.reject(new Error('never')),
  )
})
