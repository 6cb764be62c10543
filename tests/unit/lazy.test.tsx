import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazy } from '#src/ui/lazy.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a part shows once it has settled, `ms` after it was asked for; undefined where it is still waited for. */
async function shownAfter(ms: number, load: () => Promise<() => string>): Promise<string | undefined> {
  const Part = lazy(load, () => 'missing')
  let shown: string | undefined
  void prerender(
    <Suspense>
      <Part />
    </Suspense>,
  ).then(async ({ prelude }) => {
    shown = await new Response(prelude).text()
  })
  await vi.advanceTimersByTimeAsync(ms)
  return shown
}

const later = (ms: number) => () => new Promise<() => string>((resolve) => setTimeout(() => resolve(() => 'part'), ms))

test('a part is waited for up to 120 seconds, and then counts as missing', async () => {
  expect(await shownAfter(10, later(0))).toContain('part')
  expect(await shownAfter(119_000, later(118_000))).toContain('part')
  expect(await shownAfter(119_000, () => new Promise(() => {}))).toBeUndefined()
  expect(await shownAfter(121_000, () => new Promise(() => {}))).toContain('missing')
})

test('a part that fails is missing at once', async () => {
  expect(await shownAfter(10, () => Promise.reject(new TypeError('gone')))).toContain('missing')
})
