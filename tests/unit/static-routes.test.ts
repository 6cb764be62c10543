import 'fake-indexeddb/auto'
import { beforeAll, expect, test, vi } from 'vitest'
import { picturePath } from '#src/cache/pictures.ts'
import { sleep } from '#src/lib/sleep.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'

interface Rule {
  condition: { requestMode?: string; urlPattern?: string }
  source: string
}

type Listener = (event: object) => void

const listeners = new Map<string, Listener>()
const given: Rule[][] = []
const taken = Promise.withResolvers<void>()
const addRoutes = (rules: Rule[]) => (given.push(rules), taken.promise)
const work: Promise<unknown>[] = []
const event = (more: object = {}) => ({ waitUntil: (it: Promise<unknown>) => void work.push(it), ...more })

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('self', {
    __WB_MANIFEST: [],
    navigator: { languages: ['en'] },
    caches: fakeCaches(),
    registration: { scope: 'https://app.example/' },
    location: { origin: 'https://app.example' },
    clients: { matchAll: async () => [], claim: async () => {} },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  })
  // Its types are a worker's, which the page's of the tests contradict.
  const worker = '../../sw/sw.ts'
  await import(worker)
})

/** The source of the first rule that holds for a request, as the browser takes them. */
function sourceOf(rules: readonly Rule[], path: string, mode = 'cors'): string | undefined {
  return rules.find(({ condition: { requestMode, urlPattern } }) =>
    requestMode === undefined ? path.startsWith(urlPattern?.replace(/\*$/, '') ?? '') : requestMode === mode,
  )?.source
}

test('the worker gives its rules to the browser while it is installed, and at no other time', async () => {
  listeners.get('activate')?.(event({ addRoutes }))
  expect(given).toEqual([])
  work.length = 0
  listeners.get('install')?.(event({ addRoutes }))
  // The browser takes rules only during the event.
  expect(given).toHaveLength(1)
  const installed = Promise.all(work).then(() => 'installed')
  expect(await Promise.race([installed, sleep(50).then(() => 'waits for the browser')])).toBe('waits for the browser')
  taken.resolve()
  expect(await installed).toBe('installed')
})

test('pages and pictures are asked of the worker, calls of the server without waking it', () => {
  const rules = given[0] ?? []
  expect(sourceOf(rules, '/', 'navigate')).toBe('fetch-event')
  expect(sourceOf(rules, '/wx/openapi.json', 'navigate')).toBe('fetch-event')
  expect(sourceOf(rules, `${picturePath}van.webp`)).toBe('fetch-event')
  expect(sourceOf(rules, '/wx/user/info')).toBe('network')
  expect(sourceOf(rules, '/assets/app.js')).toBeUndefined()
})

test('a browser without such rules, or one that refuses them, installs the worker all the same', async () => {
  work.length = 0
  listeners.get('install')?.(event())
  listeners.get('install')?.(event({ addRoutes: () => Promise.reject(new TypeError('too many rules')) }))
  expect(work).toHaveLength(4)
  await expect(Promise.all(work)).resolves.toBeDefined()
})
