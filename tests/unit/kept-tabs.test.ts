import { beforeEach, expect, test, vi } from 'vitest'
import { follow, type KeptTabs, type Opened } from '#src/shell/kept-tabs.ts'

const home: Opened = { path: '/home', address: '/home{}', scope: 'en 1' }
const mall: Opened = { path: '/mall', address: '/mall{}', scope: 'en 1' }
const elsewhere: Opened = { path: undefined, address: '', scope: 'en 1' }
const none: KeptTabs = { ...elsewhere, scope: '', tabs: [] }
const minute = 60_000

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => ({}) })
  return () => vi.unstubAllGlobals()
})

/** What is kept after these pages, each opened so many minutes after the start. */
function after(...opened: readonly (readonly [Opened, number])[]): KeptTabs {
  return opened.reduce((kept, [next, at]) => follow(kept, next, at * minute), none)
}

const pageAt = (kept: KeptTabs, path: string) => kept.tabs.find((it) => it.path === path)
const pathsOf = (kept: KeptTabs) => kept.tabs.map((it) => it.path).toSorted()

test('a page that is opened again soon is the one that was left', () => {
  const first = after([home, 0])
  const again = after([home, 0], [mall, 1], [elsewhere, 2], [home, 3])
  expect(pageAt(again, '/home')?.id).toBe(pageAt(first, '/home')?.id)
  expect(pathsOf(again)).toEqual(['/home', '/mall'])
})

test('a page that was drawn five minutes ago is drawn anew, unless it stays open', () => {
  expect(pageAt(after([home, 0], [mall, 3], [home, 4]), '/home')?.id).toBe(1)
  expect(pageAt(after([home, 0], [mall, 3], [home, 5]), '/home')?.id).not.toBe(1)
  expect(pageAt(after([home, 0], [mall, 8], [home, 9]), '/home')?.id).not.toBe(1)
  expect(pageAt(after([home, 0], [{ ...home, address: '/home{"a":1}' }, 60]), '/home')?.id).toBe(1)
})

test('another address is drawn anew, unless it changes while the page is open', () => {
  const searched = { ...mall, address: '/mall{"text":"van"}' }
  expect(pageAt(after([mall, 0], [searched, 1]), '/mall')?.id).toBe(1)
  expect(pageAt(after([mall, 0], [searched, 1], [home, 1], [searched, 2]), '/mall')?.id).toBe(1)
  expect(pageAt(after([mall, 0], [searched, 1], [home, 1], [mall, 2]), '/mall')?.id).not.toBe(1)
})

test('another member or language drops every page but the open one', () => {
  const before = [
    [home, 0],
    [mall, 1],
  ] as const
  const other = after(...before, [{ ...mall, scope: 'en 2' }, 2])
  expect(pathsOf(other)).toEqual(['/mall'])
  expect(pageAt(other, '/mall')?.id).toBe(2)
  expect(after(...before, [{ ...elsewhere, scope: 'en undefined' }, 2]).tabs).toEqual([])
  expect(pageAt(after(...before, [{ ...home, scope: 'id 1' }, 2]), '/home')?.id).toBe(3)
})

test('pages keep their order: an element that is moved in the document is laid out anew', () => {
  const kept = after([home, 0], [mall, 1], [home, 2], [elsewhere, 3], [mall, 4])
  expect(kept.tabs.map((it) => it.path)).toEqual(['/home', '/mall'])
})

test('two pages never have one element', () => {
  const { tabs } = after([home, 0], [mall, 1], [elsewhere, 2], [{ ...home, address: '/home{"a":1}' }, 3])
  expect(new Set(tabs.map((it) => it.holder)).size).toBe(2)
  expect(new Set(tabs.map((it) => it.id)).size).toBe(2)
})

test('a page that stays as it is changes nothing', () => {
  const kept = after([home, 0], [mall, 1])
  expect(follow(kept, mall, 2 * minute)).toBe(kept)
  const away = after([home, 0], [elsewhere, 1])
  expect(follow(away, elsewhere, 2 * minute)).toBe(away)
})
