import { describe, expect, test, vi } from 'vitest'
import { keptOrLoaded } from '#src/cache/kept-files.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'

const kept = { cacheName: 'pictures', most: 2, type: 'image/' }
const request = (name = '1') => new Request(`https://app.example/wx/picture/${name}`)
const png = async () => new Response('a picture', { headers: { 'content-type': 'image/png' } })
const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

/** Caches of which one method fails. */
function failing(change: Partial<Cache>): CacheStorage {
  const opening = fakeCaches().open(kept.cacheName)
  return Object.assign(fakeCaches(), { open: async () => Object.assign(await opening, change) })
}

describe('a file that is kept', () => {
  test('is loaded once, and the first of too many goes', async () => {
    const store = fakeCaches()
    const load = vi.fn<typeof fetch>(png)
    for (const name of ['1', '1', '2', '3', '3', '1']) await keptOrLoaded(request(name), kept, store, load)
    expect(load.mock.calls.map(([it]) => (it as Request).url.at(-1))).toEqual(['1', '2', '3', '1'])
  })

  test('is not kept where something else answers in its place', async () => {
    const store = fakeCaches()
    const portal = async () => new Response('log in', { headers: { 'content-type': 'text/html' } })
    await keptOrLoaded(request(), kept, store, portal)
    expect(await (await keptOrLoaded(request(), kept, store, png)).text()).toBe('a picture')
  })

  test.each([
    ['has no room', failing({ put: full })],
    ['can count nothing', failing({ keys: full })],
    ['can find nothing', failing({ match: full })],
    ['does not open', Object.assign(fakeCaches(), { open: full })],
  ])('comes from the network where the cache %s', async (_, store) => {
    expect(await (await keptOrLoaded(request(), kept, store, png)).text()).toBe('a picture')
  })

  test('fails where there is neither a network nor a kept one', async () => {
    const none = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(keptOrLoaded(request(), kept, fakeCaches(), none)).rejects.toThrow('Failed to fetch')
  })
})
