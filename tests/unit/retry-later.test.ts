import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryLater } from '#src/shell/retry-later.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const minuteMs = 60_000

test('ten failures within a second ask once more', () => {
  const run = vi.fn<() => void>()
  const retry = retryLater(run, 20_000, 10 * minuteMs)
  for (let i = 0; i < 10; i++) {
    retry.failed()
    vi.advanceTimersByTime(100)
  }
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60 * minuteMs)
  expect(run).toHaveBeenCalledTimes(1)
})

test('what keeps failing is asked for less and less often, however often somebody else asks', () => {
  const asked: number[] = []
  const start = Date.now()
  const retry = retryLater(
    () => {
      asked.push((Date.now() - start) / 1000)
      retry.failed()
    },
    20_000,
    2 * minuteMs,
  )
  for (let i = 0; i < 10; i++) retry.failed()
  vi.advanceTimersByTime(7 * minuteMs)
  expect(asked).toEqual([20, 60, 140, 260, 380])
})

test('after a success the next failure waits as short as the first', () => {
  const run = vi.fn<() => void>()
  const retry = retryLater(run, 20_000, 10 * minuteMs)
  for (let i = 0; i < 3; i++) {
    retry.failed()
    vi.runAllTimers()
  }
  retry.succeeded()
  retry.failed()
  vi.advanceTimersByTime(20_000)
  expect(run).toHaveBeenCalledTimes(4)
})
