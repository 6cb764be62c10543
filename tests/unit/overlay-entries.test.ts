import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveOverlayEntries, startOverlayEntries } from '#src/shell/overlay-entries.ts'
import { numberExternalEntries } from '#src/shell/router-start.ts'
import { addOverlay } from '#src/ui/open-overlays.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = { __TSR_index: 0, __TSR_key: 'page' }

/** A window whose traversals take 20 ms, as a slow phone's do, and a router at rest, or on its way, at the one page. */
function start({ isAtRest, go = () => {} }: { isAtRest: boolean; go?: (steps: number) => void }) {
  vi.useFakeTimers()
  const window = Object.assign(new EventTarget(), {
    history: { state: page as object, go },
    location: { hash: '#/page' },
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('History', { prototype: { pushState: (state: object) => (window.history.state = state) } })
  const history = { location: { state: page }, subscribe: () => {} }
  numberExternalEntries(() => history as never)
  const resolved = isAtRest ? history.location : undefined
  startOverlayEntries({
    history,
    subscribe: () => {},
    state: { status: isAtRest ? 'idle' : 'pending' },
    stores: { resolvedLocation: { get: () => resolved } },
  } as unknown as AnyRouter)
  const arriveAt = (state: object) => {
    window.history.state = state
    window.dispatchEvent(Object.assign(new Event('popstate'), { state }))
  }
  return { window, arriveAt }
}

test('a dialog that opens while the entry of a closed sheet is being removed stays open', async () => {
  const { window, arriveAt } = start({
    isAtRest: true,
    go: () => setTimeout(() => arriveAt(page), 20),
  })
  const sheetClosed = addOverlay(() => {})
  await vi.advanceTimersByTimeAsync(1)
  sheetClosed()
  await vi.advanceTimersByTimeAsync(1)
  const close = vi.fn<() => void>()
  const dialogClosed = addOverlay(close)
  await vi.advanceTimersByTimeAsync(50)
  expect(close).not.toHaveBeenCalled()
  // It has an entry of its own, so the next step back closes it.
  expect(window.history.state).toMatchObject({ overlays: 1 })
  arriveAt(page)
  expect(close).toHaveBeenCalledOnce()
  dialogClosed()
})

test('the time limit of one step back never ends the next one early', async () => {
  // Never at rest: only the steps asked for here are taken.
  const { window, arriveAt } = start({ isAtRest: false })
  window.history.state = { ...page, overlays: 1 }
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
