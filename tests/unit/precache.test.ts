import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeCaches } from '#tests/support/fake-caches.ts'
import { later } from '#tests/support/fake-transport.ts'
import { fill, find, isComplete, removeUnused, type Asset, type Precache } from '../../sw/precache.ts'

const scope = 'https://app.example/'
const asset = (url: string): Asset => ({ url, revision: url.includes('-') ? null : 'r1' })
const file = (body = 'x', type = 'text/javascript') => new Response(body, { headers: { 'content-type': type } })
const page = () => file('<div id="root">', 'text/html; charset=utf-8')
const served = (url: string) => (url.endsWith('.html') ? page() : file(url))

const build = ['index.html', ...Array.from({ length: 20 }, (_, i) => `assets/a-${i}.js`)].map(asset)

/** A browser and the server it asks. */
function world(answer: (url: string) => Response | Promise<Response> = served) {
  const asked: string[] = []
  const caches = fakeCaches()
  const precache = (buildId: string, assets: readonly Asset[] = build): Precache => ({
    buildId,
    assets,
    archives: [],
    caches,
    scope,
    timeoutMs: 60_000,
    async fetch(request) {
      asked.push(request.url.slice(scope.length))
      return answer(request.url)
    },
  })
  return { caches, asked, precache }
}

const noProgress = () => {}
/** As a browser's answer, whose body ends with its request. */
function abortable(answer: Response, signal: AbortSignal): Response {
  const through = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  answer.body?.pipeTo(through.writable, { signal }).catch(() => {})
  return new Response(through.readable, answer)
}
const nobody = async () => []

describe('installing a build', () => {
  test('puts every file in, and says how far it is', async () => {
    const { precache } = world()
    const progress: number[] = []
    await fill(precache('1'), (done) => progress.push(done))
    expect(await isComplete(precache('1'))).toBe(true)
    expect(progress).toEqual(Array.from({ length: 22 }, (_, i) => i))
    expect(await (await find(precache('1'), `${scope}assets/a-3.js`))?.text()).toContain('a-3')
  })

  describe('by an archive', () => {
    const archived = build.slice(1, 18)
    const lines = archived.map(({ url }) => `${JSON.stringify([url, `// ${url}`])}\n`)
    const archive = asset('assets/archive-program-1.txt')
    const answered = (body: BodyInit, init?: ResponseInit) => (url: string) =>
      url.endsWith('.txt') ? new Response(body, init) : served(url)
    const withArchive = (precache: Precache): Precache => ({ ...precache, archives: [archive] })

    test('takes its files from one answer, and the others one by one', async () => {
      const { asked, precache } = world(answered(lines.join('')))
      const progress: number[] = []
      await fill(withArchive(precache('1')), (done) => progress.push(done))
      expect(await isComplete(precache('1'))).toBe(true)
      expect(progress).toEqual(Array.from({ length: 22 }, (_, i) => i))
      expect(asked.toSorted()).toEqual(
        [...build.filter((it) => !archived.includes(it)), archive].map((it) => it.url).toSorted(),
      )
      const found = await find(precache('1'), `${scope}${archived[3]!.url}`)
      expect(found?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(await found?.text()).toBe(`// ${archived[3]!.url}`)
    })

    const broken = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`${lines.slice(0, 5).join('')}${lines[5]!.slice(0, 9)}`))
          setTimeout(() => controller.error(new TypeError('network error')))
        },
      })

    test('keeps what came of one that broke off, and fetches the rest one by one', async () => {
      const { asked, precache } = world((url) => answered(broken())(url))
      await fill(withArchive(precache('1')), noProgress)
      expect(await isComplete(precache('1'))).toBe(true)
      expect(asked).not.toContain(archived[4]!.url)
      expect(asked).toContain(archived[5]!.url)
    })

    test('fetches the rest one by one where nothing more of it comes, and waits no longer for it', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      let isEnded = false
      const { asked, precache } = world((url) => {
        if (!url.endsWith('.txt')) return served(url)
        const silent = new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(lines.slice(0, 5).join(''))),
          cancel: () => void (isEnded = true),
        })
        return new Response(silent)
      })
      const whole = withArchive(precache('1'))
      const filled = fill(
        { ...whole, fetch: async (request) => abortable(await whole.fetch(request), request.signal) },
        noProgress,
      )
      await vi.waitFor(() => expect(asked).toContain(archive.url))
      await vi.advanceTimersByTimeAsync(9000)
      expect(asked).not.toContain(archived[5]!.url)
      await vi.advanceTimersByTimeAsync(2000)
      await filled
      expect(await isComplete(precache('1'))).toBe(true)
      expect(asked).toContain(archived[5]!.url)
      expect(isEnded).toBe(true)
    })

    test('is ended where another file could not be had', async () => {
      const ended = later<void>()
      const { precache } = world((url) => {
        if (url.endsWith('.html')) return new Response('', { status: 503 })
        return url.endsWith('.txt') ? new Response(new ReadableStream({ cancel: () => ended.resolve() })) : served(url)
      })
      const whole = withArchive(precache('1'))
      const filling = fill(
        { ...whole, fetch: async (request) => abortable(await whole.fetch(request), request.signal) },
        noProgress,
      )
      await expect(filling).rejects.toThrow('could not be installed')
      await ended.promise
    })

    test.each([
      ['is missing', answered('', { status: 404 })],
      ["is a portal's page", answered('<html>', { headers: { 'content-type': 'text/html' } })],
    ])('fetches every file where it %s', async (_, answer) => {
      const { asked, precache } = world(answer)
      await fill(withArchive(precache('1')), noProgress)
      expect(await isComplete(precache('1'))).toBe(true)
      expect(asked.length).toBe(build.length + 1)
    })

    test('leaves it out where most of its files are of an earlier build', async () => {
      const { asked, precache } = world(answered(lines.join('')))
      await fill(precache('1'), noProgress)
      asked.length = 0
      await fill(withArchive(precache('2', [...build, asset('assets/new-1.js')])), noProgress)
      expect(asked.toSorted()).toEqual(['assets/new-1.js', 'index.html'])
    })
  })

  test('fetches several at a time, and not all at once', async () => {
    let now = 0
    let most = 0
    const gates: (() => void)[] = []
    const { precache } = world(async (url) => {
      most = Math.max(most, ++now)
      const gate = later<void>()
      gates.push(() => gate.resolve())
      await gate.promise
      now--
      return served(url)
    })
    const installing = fill(precache('1'), noProgress)
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
    const { precache } = world((url) => (url.endsWith('a-7.js') ? answer() : served(url)))
    await expect(fill(precache('1'), noProgress)).rejects.toThrow(/installed|fetch/)
    expect(await isComplete(precache('1'))).toBe(false)
  })

  test('goes on where an earlier attempt was cut short', async () => {
    let isDown = true
    const { asked, precache } = world((url) => {
      if (isDown && url.endsWith('a-15.js')) throw new TypeError('Failed to fetch')
      return served(url)
    })
    await fill(precache('1'), noProgress).catch(() => {})
    const before = asked.length
    isDown = false
    await fill(precache('1'), noProgress)
    expect(asked.length - before).toBeLessThan(build.length - 10)
    expect(await isComplete(precache('1'))).toBe(true)
  })

  test('fetches nothing again that an install which was killed had put in', async () => {
    const silent = later<Response>()
    let isKilled = false
    let count = 0
    const { asked, precache } = world((url) => (isKilled || count++ < 9 ? served(url) : silent.promise))
    void fill(precache('1'), noProgress)
    await expect.poll(() => asked.length).toBe(15)
    const before = new Set(asked.slice(0, 9))
    asked.length = 0
    isKilled = true
    await fill(precache('1'), noProgress)
    // The page is held back until the end, so the killed install has not put it in.
    expect(asked.filter((it) => before.has(it))).toEqual(['index.html'])
    expect(await isComplete(precache('1'))).toBe(true)
  })

  test.each([
    ['of another build fails it: the server has moved on', '<script src="./assets/newer-1.js"><div id="root">'],
    ["that isn't the app's fails it: a proxy answers for the server", '<h1>We are back at noon</h1>'],
  ])('a page %s', async (_, text) => {
    const { precache } = world((url) => (url.endsWith('.html') ? file(text, 'text/html') : served(url)))
    await expect(fill(precache('1'), noProgress)).rejects.toThrow('index.html is of another build')
  })

  test('puts the page in last, so that a page in a cache has all of its files', async () => {
    const { caches, precache } = world((url) =>
      url.endsWith('a-19.js') ? Promise.reject(new TypeError()) : served(url),
    )
    await expect(fill(precache('1'), noProgress)).rejects.toThrow(TypeError)
    const there = (await (await caches.open('voltfolio-shell-1')).keys()).map((it) => it.url)
    expect(there).toContain(`${scope}assets/a-3.js`)
    expect(there).not.toContain(`${scope}index.html`)
  })

  test('asks for nothing more once a file could not be had', async () => {
    const { asked, precache } = world((url) =>
      url.endsWith('a-2.js') ? new Response('', { status: 503 }) : served(url),
    )
    await expect(fill(precache('1'), noProgress)).rejects.toThrow('could not be installed')
    expect(asked.length).toBeLessThan(15)
  })

  test('is whole though its cache was deleted meanwhile', async () => {
    let isDeleted = false
    const { caches, precache } = world(async (url) => {
      if (url.endsWith('a-12.js') && !isDeleted) {
        isDeleted = true
        await caches.delete('voltfolio-shell-1')
      }
      return served(url)
    })
    await fill(precache('1'), noProgress)
    expect(await isComplete(precache('1'))).toBe(true)
  })

  test('a line that is cut once does not fail the install', async () => {
    let cuts = 1
    const { precache } = world((url) => {
      if (url.endsWith('a-7.js') && cuts-- > 0) throw new TypeError('Failed to fetch')
      return served(url)
    })
    await fill(precache('1'), noProgress)
    expect(await isComplete(precache('1'))).toBe(true)
  })

  test('a line that never says anything fails the install instead of holding it up for ever', async () => {
    // Node collects a request that nothing holds, and with it the promise that waits for its signal. A browser holds
    // the requests on their way.
    const onTheWay: Request[] = []
    const silent = (request: Request) =>
      new Promise<never>((_, reject) => {
        onTheWay.push(request)
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
      })
    const { precache } = world()
    await expect(fill({ ...precache('1'), timeoutMs: 5, fetch: silent }, noProgress)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    expect(onTheWay.length).toBeGreaterThan(0)
  })

  test('takes from the build before what has the same hashed name, and nothing else', async () => {
    const { asked, precache } = world()
    await fill(precache('1'), noProgress)
    asked.length = 0
    await fill(precache('2', [...build, asset('assets/new-1.js')]), noProgress)
    expect(asked.toSorted()).toEqual(['assets/new-1.js', 'index.html'])
  })
})

describe('a build that was replaced', () => {
  test('still serves the page that runs it, until nobody does', async () => {
    const { precache } = world()
    const one = precache('1', [asset('assets/old-1.js')])
    const two = precache('2', [asset('assets/new-1.js')])
    await fill(one, noProgress)
    await fill(two, noProgress)
    await removeUnused(two, async () => ['1', '2'])
    expect(await find(two, `${scope}assets/old-1.js`)).toBeDefined()
    await removeUnused(two, async () => ['2'])
    expect(await find(two, `${scope}assets/old-1.js`)).toBeUndefined()
    expect(await find(two, `${scope}assets/new-1.js`)).toBeDefined()
  })

  test('stays while somebody does not say what they run', async () => {
    const { caches, precache } = world()
    await fill(precache('1'), noProgress)
    await fill(precache('2'), noProgress)
    await removeUnused(precache('2'), async () => ['2', undefined])
    expect(await caches.keys()).toHaveLength(2)
  })

  test('stays while the build that replaces it is not whole', async () => {
    const { caches, precache } = world()
    await fill(precache('1'), noProgress)
    await removeUnused(precache('2'), nobody)
    expect(await find(precache('2'), `${scope}index.html`)).toBeDefined()
    expect(await caches.keys()).toEqual(['voltfolio-shell-1'])
  })

  test('is left working by a build that cannot be installed', async () => {
    let isBroken = false
    const { precache } = world((url) =>
      isBroken && url.includes('new') ? new Response('', { status: 404 }) : served(url),
    )
    await fill(precache('1'), noProgress)
    isBroken = true
    await expect(fill(precache('2', [...build, asset('assets/new-1.js')]), noProgress)).rejects.toThrow(
      'could not be installed',
    )
    expect(await isComplete(precache('1'))).toBe(true)
    expect(await find(precache('1'), `${scope}index.html`)).toBeDefined()
  })

  test('leaves the caches of others alone', async () => {
    const { caches, precache } = world()
    await (await caches.open('elsewhere')).put('https://app.example/x', file())
    await fill(precache('2'), noProgress)
    await removeUnused(precache('2'), nobody)
    expect(await caches.keys()).toContain('elsewhere')
  })
})
