import { describe, expect, test } from 'vitest'
import { fakeCaches } from '#tests/support/fake-caches.ts'
import { later } from '#tests/support/fake-transport.ts'
import { find, install, isComplete, removeOthers, type Asset, type PrecacheStorage } from '../../sw/precache.ts'

const scope = 'https://app.example/'
const asset = (url: string): Asset => ({ url, revision: url.includes('-') ? null : 'r1' })
const file = (body = 'x', type = 'text/javascript') => new Response(body, { headers: { 'content-type': type } })
const page = () => file('<div id="root">', 'text/html; charset=utf-8')
const served = (url: string) => (url.endsWith('.html') ? page() : file(url))

function cacheStorage(answer: (url: string) => Response | Promise<Response> = served) {
  const asked: string[] = []
  const it: PrecacheStorage & { asked: string[] } = {
    caches: fakeCaches(),
    scope,
    asked,
    patienceMs: 60_000,
    async fetch(request) {
      asked.push(request.url.slice(scope.length))
      return answer(request.url)
    },
  }
  return it
}

const build = ['index.html', ...Array.from({ length: 20 }, (_, i) => `assets/a-${i}.js`)].map(asset)

describe('installing a build', () => {
  test('puts every file in, and says how far it is', async () => {
    const at = cacheStorage()
    const progress: number[] = []
    await install(at, '1', build, (done) => progress.push(done))
    expect(await isComplete(at, '1', build)).toBe(true)
    expect(progress).toEqual(Array.from({ length: 22 }, (_, i) => i))
    expect(await (await find(at, '1', `${scope}assets/a-3.js`))?.text()).toContain('a-3')
  })

  test('fetches several at a time, and not all at once', async () => {
    let now = 0
    let most = 0
    const gates: (() => void)[] = []
    const at = cacheStorage(async (url) => {
      most = Math.max(most, ++now)
      const gate = later<void>()
      gates.push(() => gate.resolve())
      await gate.promise
      now--
      return served(url)
    })
    const installing = install(at, '1', build, () => {})
    for (let opened = 0; opened < build.length;) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      const gate = gates.shift()
      if (!gate) continue
      gate()
      opened++
    }
    await installing
    expect(most).toBe(6)
  })

  test.each([
    ['is missing', () => new Response('', { status: 404 })],
    ["is a portal's page", page],
    ['never comes', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('fails as a whole when one file %s', async (_, answer) => {
    const at = cacheStorage((url) => (url.endsWith('a-7.js') ? answer() : served(url)))
    await expect(install(at, '1', build, () => {})).rejects.toThrow(/installed|fetch/)
    expect(await isComplete(at, '1', build)).toBe(false)
  })

  test('goes on where an earlier attempt was cut short', async () => {
    let isDown = true
    const at = cacheStorage((url) => {
      if (isDown && url.endsWith('a-15.js')) throw new TypeError('Failed to fetch')
      return served(url)
    })
    await install(at, '1', build, () => {}).catch(() => {})
    const before = at.asked.length
    isDown = false
    await install(at, '1', build, () => {})
    expect(at.asked.length - before).toBeLessThan(build.length - 10)
    expect(await isComplete(at, '1', build)).toBe(true)
  })

  test('fetches nothing again that an install which was killed had put in', async () => {
    const at = cacheStorage()
    const silent = later<Response>()
    let asked = 0
    void install(
      { ...at, fetch: (request) => (asked++ < 9 ? at.fetch(request) : silent.promise) },
      '1',
      build,
      () => {},
    )
    await expect.poll(() => asked).toBe(15)
    const before = new Set(at.asked)
    at.asked.length = 0
    await install(at, '1', build, () => {})
    expect(before.size).toBe(9)
    expect(at.asked.filter((it) => before.has(it))).toEqual([])
    expect(await isComplete(at, '1', build)).toBe(true)
  })

  test('a line that is cut once does not fail the install', async () => {
    let cuts = 1
    const at = cacheStorage((url) => {
      if (url.endsWith('a-7.js') && cuts-- > 0) throw new TypeError('Failed to fetch')
      return served(url)
    })
    await install(at, '1', build, () => {})
    expect(await isComplete(at, '1', build)).toBe(true)
  })

  test('a line that never says anything fails the install instead of holding it up for ever', async () => {
    const silent = (request: Request) =>
      new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
      })
    await expect(
      install({ ...cacheStorage(), patienceMs: 5, fetch: silent }, '1', build, () => {}),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  test('takes from the build before what has the same hashed name, and nothing else', async () => {
    const at = cacheStorage()
    await install(at, '1', build, () => {})
    at.asked.length = 0
    await install(at, '2', [...build, asset('assets/new-1.js')], () => {})
    expect(at.asked.toSorted()).toEqual(['assets/new-1.js', 'index.html'])
  })
})

describe('a build that was replaced', () => {
  test('still serves the page that runs it, until it is removed', async () => {
    const at = cacheStorage()
    await install(at, '1', [asset('assets/old-1.js')], () => {})
    await install(at, '2', [asset('assets/new-1.js')], () => {})
    expect(await find(at, '2', `${scope}assets/old-1.js`)).toBeDefined()
    await removeOthers(at, '2')
    expect(await find(at, '2', `${scope}assets/old-1.js`)).toBeUndefined()
    expect(await find(at, '2', `${scope}assets/new-1.js`)).toBeDefined()
  })

  test('comes back whole when the server rolls back to it, and goes again when it rolls forward', async () => {
    const at = cacheStorage()
    const [one, two] = [
      [asset('index.html'), asset('assets/old-1.js')],
      [asset('index.html'), asset('assets/new-1.js')],
    ]
    for (const [id, assets] of [
      ['1', one],
      ['2', two],
      ['1', one],
      ['2', two],
    ] as const) {
      await install(at, id, assets, () => {})
      await removeOthers(at, id)
      expect(await isComplete(at, id, assets)).toBe(true)
      expect(await at.caches.keys()).toHaveLength(1)
    }
  })

  test('is left working by a build that cannot be installed', async () => {
    let isBroken = false
    const at = cacheStorage((url) =>
      isBroken && url.includes('new') ? new Response('', { status: 404 }) : served(url),
    )
    await install(at, '1', build, () => {})
    isBroken = true
    await expect(install(at, '2', [...build, asset('assets/new-1.js')], () => {})).rejects.toThrow(
      'could not be installed',
    )
    expect(await isComplete(at, '1', build)).toBe(true)
    expect(await find(at, '1', `${scope}index.html`)).toBeDefined()
  })

  test('leaves the caches of others alone', async () => {
    const at = cacheStorage()
    await (await at.caches.open('elsewhere')).put('https://app.example/x', file())
    await install(at, '2', build, () => {})
    await removeOthers(at, '2')
    expect(await at.caches.keys()).toContain('elsewhere')
  })
})
