import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticFiles } from '#server/http/static.ts'

const dir = mkdtempSync(join(tmpdir(), 'voltfolio-served-'))
const app = new Hono().get('*', staticFiles(join(dir, 'dist'), { demo: true }))
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://app.example${path}`, { method, headers })

beforeAll(() => {
  mkdirSync(join(dir, 'dist', 'assets'), { recursive: true })
  for (const [file, text] of Object.entries({
    'secret.txt': 'not for anybody',
    'dist/index.html': '<title>page</title>',
    'dist/index.html.br': 'compressed page',
    'dist/sw.js': 'worker',
    'dist/manifest.webmanifest': '{}',
    'dist/assets/main-a1b2.js': 'plain script',
    'dist/assets/main-a1b2.js.br': 'compressed script',
    'dist/assets/face-c3d4.woff2': 'font',
  }))
    writeFileSync(join(dir, file), text)
})
afterAll(() => rmSync(dir, { recursive: true }))

describe('the files of the build', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/assets/main-a1b2.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/face-c3d4.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ])('%s comes as %s, %s', async (path, type, kept) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('cache-control')).toBe(kept)
    expect(headers.get('vary')?.toLowerCase()).toBe('accept-encoding')
  })

  test('travel compressed to those who can read that', async () => {
    const compressed = await get('/assets/main-a1b2.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await compressed.text()).toBe('compressed script')

    const plain = await get('/assets/main-a1b2.js', { 'accept-encoding': 'gzip' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe('plain script')
  })

  test('are not sent again to who has them, until they change', async () => {
    const first = await get('/sw.js')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"\w+"$/)
    const again = await get('/sw.js', { 'if-none-match': tag })
    expect(again.status).toBe(304)
    expect(again.headers.get('cache-control')).toBe('no-cache')
    expect(await again.text()).toBe('')

    writeFileSync(join(dir, 'dist', 'sw.js'), 'newer worker')
    const newer = await get('/sw.js', { 'if-none-match': tag })
    expect(newer.status).toBe(200)
    expect(await newer.text()).toBe('newer worker')
  })

  test('are read once, and again when the disk has others', async () => {
    const file = join(dir, 'dist', 'read-once.txt')
    const day = new Date('2026-11-20T00:00:00.000Z')
    writeFileSync(file, 'one text')
    utimesSync(file, day, day)
    expect(await (await get('/read-once.txt')).text()).toBe('one text')
    // As if nothing had changed: same length, same time.
    writeFileSync(file, 'two text')
    utimesSync(file, day, day)
    expect(await (await get('/read-once.txt')).text()).toBe('one text')
    utimesSync(file, day, new Date('2026-11-20T00:00:01.000Z'))
    const newer = await get('/read-once.txt')
    expect(await newer.text()).toBe('two text')
  })

  test('have another tag compressed than plain', async () => {
    const plain = await get('/index.html')
    const compressed = await get('/index.html', { 'accept-encoding': 'br' })
    expect(compressed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  })

  test('answer HEAD with their length and nothing more', async () => {
    const answer = await get('/assets/main-a1b2.js', {}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String('plain script'.length))
    expect(await answer.text()).toBe('')
  })

  test('say that this is a demonstration with the page, and only there', async () => {
    expect((await get('/')).headers.get('server-timing')).toBe('demo')
    expect((await get('/sw.js')).headers.get('server-timing')).toBeNull()
    const real = new Hono().get('*', staticFiles(join(dir, 'dist'), { demo: false }))
    expect((await real.request('http://app.example/')).headers.get('server-timing')).toBeNull()
  })

  test.each([
    '/no-such.js',
    '/../secret.txt',
    '/..%2Fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5C..%5C..%5Csecret.txt',
    '/sw.js%00.html',
    '/%',
    '/assets',
  ])('%s is none of them', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBeNull()
  })
})
