import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitDraft, type SavedDraft } from '#src/entities/use-saved-draft.ts'

let given: SavedDraft<string>[]
let page: EventTarget
let answer: (content: string | undefined) => Promise<void>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  given = []
  page = new EventTarget()
  const loading = Promise.withResolvers<string | undefined>()
  answer = async (content) => {
    loading.resolve(content)
    await vi.advanceTimersByTimeAsync(0)
  }
  stop = awaitDraft(loading.promise, (it) => given.push(it), page)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('a draft in time is given once', async () => {
  await answer('typed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(given).toEqual([{ content: 'typed', isLate: false }])
})

test('a draft from slow storage is given late, to a form that nobody has touched', async () => {
  await vi.advanceTimersByTimeAsync(5000)
  expect(given).toEqual([{ content: undefined, isLate: false }])
  await answer('typed')
  expect(given.slice(1)).toEqual([{ content: 'typed', isLate: true }])
})

test.each(['input', 'click'])('after an %s a late draft changes nothing under the hands', async (touch) => {
  await vi.advanceTimersByTimeAsync(5000)
  page.dispatchEvent(new Event(touch))
  await answer('typed')
  expect(given).toEqual([{ content: undefined, isLate: false }])
})

test('late storage without a draft begins no form anew, and a page that was left hears nothing', async () => {
  await vi.advanceTimersByTimeAsync(5000)
  await answer(undefined)
  expect(given).toHaveLength(1)
  const left: unknown[] = []
  awaitDraft(Promise.resolve('typed'), (it) => left.push(it), page)()
  await vi.advanceTimersByTimeAsync(5000)
  expect(left).toEqual([])
})
