import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { catchExit } from '#src/shell/exit.ts'
import { numberExternalEntries } from '#src/shell/router-start.ts'
import { scrolledEntries } from '#src/ui/scrolled-entries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An installed app on Android, whose router read its only entry while that had one overlay. */
function start() {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  const overlaid: object = { overlays: 1 }
  history.replace('/a', { ...history.location.state, ...overlaid })
  history.flush()
  const window = Object.assign(new EventTarget(), { history: { state: {} as object }, location: { hash: '#/a' } })
  const replaced: object[] = []
  vi.stubGlobal('window', window)
  vi.stubGlobal('History', { prototype: { replaceState: (state: object) => replaced.push(state) } })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('navigator', { userAgent: 'Android' })
  vi.stubGlobal('scrollY', 700)
  numberExternalEntries(() => history)
  catchExit(history, () => {})
  return { history, window, replaced }
}

const keyOf = ({ state }: { state: { __TSR_key?: string } }) => state.__TSR_key!

test('the page stays where it is scrolled to as its extra entry is added, reached and left', () => {
  const { history, window } = start()
  window.dispatchEvent(new Event('pointerdown'))
  expect(scrolledEntries.get(keyOf(history.location))).toBe(700)
  vi.stubGlobal('scrollY', 800)
  const bottom = { __TSR_key: 'bottom', isBottom: true }
  window.history.state = bottom
  window.dispatchEvent(new Event('popstate'))
  expect(scrolledEntries.get('bottom')).toBe(800)
  vi.stubGlobal('scrollY', 900)
  window.history.state = { __TSR_key: 'above' }
  const arrived = vi.spyOn(history, 'location', 'get')
  arrived.mockReturnValue({ ...history.location, state: { ...history.location.state, ...bottom } })
  window.dispatchEvent(new Event('popstate'))
  expect(scrolledEntries.get('above')).toBe(900)
})

test('neither entry has the overlays of an entry of before', () => {
  const { history, window, replaced } = start()
  window.history.state = { __TSR_key: 'bottom', isBottom: true }
  window.dispatchEvent(new Event('popstate'))
  window.history.state = {}
  window.dispatchEvent(new Event('pointerdown'))
  expect(replaced.at(-1)).not.toHaveProperty('overlays')
  expect(history.location.state).not.toHaveProperty('overlays')
  history.back()
  expect(history.location.state).toMatchObject({ isBottom: true })
  expect(history.location.state).not.toHaveProperty('overlays')
})
