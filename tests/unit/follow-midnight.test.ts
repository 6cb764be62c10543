import { QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '#src/cache/cache.ts'
import { profile } from '#src/entities/profile.ts'
import { setServerAhead } from '#src/lib/server-clock.ts'
import { followMidnight } from '#src/shell/follow-midnight.ts'

const page = await vi.hoisted(async () => {
  const { syncStorageOf } = await import('#tests/support/fake-storage.ts')
  const it = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', { localStorage: syncStorageOf(), addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('document', it)
  return it
})

afterAll(() => void vi.useRealTimers())

test("what is shown is asked anew soon after the member's midnight, or when the page comes back after it", () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T16:59:00Z') })
  queryClient.setQueryData(profile.queryKey, { userInfo: { timeZone: 'Asia/Jakarta' } } as never)
  let asked = 0
  const queryKey = ['user/goods/total', {}]
  const queryFn = () => Promise.resolve(++asked)
  new QueryObserver(queryClient, { queryKey, queryFn, initialData: 0, staleTime: Infinity }).subscribe(() => {})
  followMidnight(() => 1)
  vi.advanceTimersByTime(119_000)
  expect(asked, 'spread over a minute').toBe(0)
  vi.advanceTimersByTime(20_000)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(3_600_000)
  expect(asked, 'once a day').toBe(1)

  page.visibilityState = 'hidden'
  vi.advanceTimersByTime(86_400_000)
  expect(asked, 'not in the background').toBe(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(2)
})

test("midnight is the server's, where the device's clock is an hour slow", () => {
  vi.setSystemTime(Date.parse('2026-12-05T15:50:00Z'))
  // The page of the test before is done with its day.
  vi.advanceTimersByTime(120_000)
  vi.setSystemTime(Date.parse('2026-12-05T15:59:00Z'))
  setServerAhead(3_600_000)
  onTestFinished(() => setServerAhead(0))
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  followMidnight(() => 0)
  vi.advanceTimersByTime(59_000)
  expect(asked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20_000)
  expect(asked).toHaveBeenCalled()
})
