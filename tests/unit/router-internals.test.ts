import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import {
  asksToStay,
  isAtEntryOf,
  onPageChange,
  overlaysIn,
  pushOverlayEntry,
  showSamePage,
  transitionOf,
} from '#src/shell/router-internals.ts'
import { entryKey, indexOf, isShowing, numberExternalEntries } from '#src/shell/router-start.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the history counts its entries from 0, and back counts down', () => {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  expect(indexOf(history.location)).toBe(0)
  history.push('/b')
  history.push('/c')
  expect(indexOf(history.location)).toBe(2)
  history.replace('/d')
  expect(indexOf(history.location)).toBe(2)
  history.back()
  expect(indexOf(history.location)).toBe(1)
})

test('each entry has a key of its own, by which it is named', () => {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  const keyHere = () => {
    vi.stubGlobal('window', { history: { state: history.location.state }, location: { hash: '#/a' } })
    return entryKey()
  }
  history.push('/b')
  const first = keyHere()
  history.push('/b')
  expect(keyHere()).not.toBe(first)
  expect(keyHere()).not.toBe('#/a')
  history.back()
  expect(keyHere()).toBe(first)
})

test('an entry that the router did not make is named by its address', () => {
  vi.stubGlobal('window', { history: { state: null }, location: { hash: '#/typed' } })
  expect(entryKey()).toBe('#/typed')
})

test('an address typed by hand gets the next number and a key', () => {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  history.push('/b')
  const written: unknown[] = []
  vi.stubGlobal('History', { prototype: { replaceState: (state: unknown) => written.push(state) } })
  const page = Object.assign(new EventTarget(), { history: { state: null as unknown } })
  vi.stubGlobal('window', page)
  numberExternalEntries(() => history)
  page.dispatchEvent(new Event('popstate'))
  const key = expect.stringMatching(/./) as unknown
  expect(written).toEqual([{ __TSR_index: 2, __TSR_key: key, key }])
  // What the router numbered itself is left as it is.
  page.history.state = { __TSR_index: 1 }
  page.dispatchEvent(new Event('popstate'))
  expect(written).toHaveLength(1)
})

test('an entry gets the page that is shown, under its own number and key', () => {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  history.push('/b?c=d', { relaunch: true })
  const written: unknown[] = []
  vi.stubGlobal('History', { prototype: { replaceState: (...it: unknown[]) => written.push(it) } })
  vi.stubGlobal('window', { history: { state: { __TSR_index: 0, __TSR_key: 'own', key: 'own', isBottom: true } } })
  showSamePage(history)
  const state = { __TSR_index: 0, __TSR_key: 'own', key: 'own', isBottom: true, relaunch: true }
  expect(written).toEqual([[state, '', '/b?c=d']])
})

test('the entry of a sheet is the same page to the router, with one overlay more', () => {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  history.push('/b')
  const pushed: unknown[] = []
  vi.stubGlobal('History', { prototype: { pushState: (state: unknown) => pushed.push(state) } })
  const page = { history: { state: history.location.state as unknown }, location: { hash: '#/b' } }
  vi.stubGlobal('window', page)
  expect(overlaysIn(page.history.state)).toBe(0)
  pushOverlayEntry()
  expect(pushed).toEqual([{ ...history.location.state, overlays: 1 }])
  page.history.state = pushed[0]
  expect(overlaysIn(page.history.state)).toBe(1)
  expect(indexOf({ state: page.history.state as typeof history.location.state })).toBe(1)
  expect(isAtEntryOf(history)).toBe(true)
  // While leaving is being asked about, the browser has gone and the router hasn't.
  page.history.state = { __TSR_index: 0, __TSR_key: 'other' }
  expect(isAtEntryOf(history)).toBe(false)
})

test('a page that asks before it is left says so until it no longer does', () => {
  const history = createMemoryHistory({ initialEntries: ['/a'] })
  expect(asksToStay(history)).toBe(false)
  const stop = history.block({ blockerFn: () => true })
  expect(asksToStay(history)).toBe(true)
  stop()
  expect(asksToStay(history)).toBe(false)
})

test('shows nothing before it has loaded', async () => {
  const router = routerAt('/a')
  expect(isShowing(router)).toBe(false)
  await router.load()
  expect(isShowing(router)).toBe(true)
})

test('a change of page passes the one who asked for it, with where it comes from and leads to', async () => {
  const router = routerAt('/a')
  await router.load()
  const seen: unknown[] = []
  onPageChange(router, async (commit, plainly) => {
    seen.push(transitionOf(router))
    await new Promise<void>((done) => {
      plainly(async () => {
        await commit()
        done()
      })
    })
  })
  await router.navigate({ href: '/b' })
  await router.load()
  expect(seen).toContainEqual({ from: '/a', to: '/b' })
  expect(router.state.location.pathname).toBe('/b')
})

function routerAt(path: string) {
  // Of a window the router looks only for what styles can do.
  vi.stubGlobal('window', { CSS: { supports: () => false } })
  const rootRoute = createRootRoute()
  const routes = ['/a', '/b'].map((it) => createRoute({ getParentRoute: () => rootRoute, path: it }))
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: false,
  })
}
