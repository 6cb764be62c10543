import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#server/log.ts'
import { stopOnSignals } from '#server/stopping.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process that notes how it was ended. */
function host(stop: () => Promise<void>) {
  const ended: number[] = []
  const reactions: (() => void)[] = []
  stopOnSignals(stop, silentLog, {
    on: (_signal, react) => reactions.push(react),
    exit: (code) => {
      ended.push(code)
    },
  })
  return { ended, signal: () => reactions[0]?.() }
}

const never = () => new Promise<void>(() => {})

test('a signal lets what is under way end, and then the process', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const it = host(() => promise)
  it.signal()
  expect(it.ended).toEqual([])
  resolve()
  await promise
  expect(it.ended).toEqual([0])
})

test('a second signal ends it at once', () => {
  const it = host(never)
  it.signal()
  it.signal()
  expect(it.ended).toEqual([1])
})

test('what never ends is ended by the deadline', () => {
  const it = host(never)
  it.signal()
  vi.advanceTimersByTime(24_999)
  expect(it.ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(it.ended).toEqual([1])
})

test('a failure to stop is told by the exit code', async () => {
  const it = host(() => Promise.reject(new Error('no')))
  it.signal()
  await vi.advanceTimersByTimeAsync(0)
  expect(it.ended).toEqual([1])
})
