import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveOverlayEntries, startOverlayEntries } from '#src/shell/overlay-entries.ts'
import { numberExternalEntries } from '#src/shell/router-start.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the time limit of one step back never ends the next one early', async () => {
  vi.useFakeTimers()
  const page = { __TSR_index: 0, __TSR_key: 'page' }
  const window = Object.assign(new EventTarget(), {
    history: { state: { ...page, overlays: 1 } as object, go: () => {} },
    location: { hash: '#/page' },
  })
  vi.stubGlobal('window', window)
  const arriveAt = (state: object) => {
    window.history.state = state
    window.dispatchEvent(Object.assign(new Event('popstate'), { state }))
  }
  const history = { location: { state: page }, subscribe: () => {} }
  numberExternalEntries(() => history as never)
  // Never at rest: only the steps asked for here are taken.
  startOverlayEntries({
    history,
    subscribe: () => {},
    state: { status: 'pending' },
    stores: { resolvedLocation: { get: () => undefined } },
  } as unknown as AnyRouter)

  const first = leaveOverlayEntries()
  await vi.advanceTimersByTimeAsync(20)
  arriveAt(page)
  await first
  await vi.advanceTimersByTimeAsync(450)
  window.history.state = { ...page, overlays: 1 }
  let hasLeft = false
  void leaveOverlayEntries().then(() => (hasLeft = true))
  // The limit of the first step passes now.
  await vi.advanceTimersByTimeAsync(100)
  let isThirdWaiting = true
  window.history.state = page
  void leaveOverlayEntries().then(() => (isThirdWaiting = false))
  await vi.advanceTimersByTimeAsync(1)
  expect([hasLeft, isThirdWaiting]).toEqual([false, true])
  arriveAt(page)
  await vi.advanceTimersByTimeAsync(1)
  expect([hasLeft, isThirdWaiting]).toEqual([true, false])
})
