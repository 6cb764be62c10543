import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { visitorsProduct, type Ask } from '#server/features/visitor-contents.ts'
import { DomainError } from '#server/http/domain-error.ts'
import type { PreviewImage } from '#server/http/visitor-document.ts'
import { visitorPages, type Read } from '#server/http/visitor-pages.ts'
import type { Log } from '#server/log.ts'
import { productPictureSize } from '#server/picture-address.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const distDir = mkdtempSync(join(tmpdir(), 'voltfolio-dist-'))
mkdirSync(join(distDir, 'assets'))
mkdirSync(join(distDir, '.server'))
writeFileSync(join(distDir, 'assets', 'a.css'), 'p{color:red}i{background:url(./x.svg)}')
writeFileSync(
  join(distDir, 'index.html'),
  '<!doctype html><html lang="en" dir="ltr"><head><meta name="description" content="What it is."><title>V</title><link rel="stylesheet" crossorigin href="./assets/a.css"><div id="root"></div>',
)
// Draws what it was given, so that a test sees it.
writeFileSync(
  join(distDir, '.server', 'render.js'),
  `export const draw = async ({ language, region, answers: [[, turn]] }) => ({
    dir: language === 'ar' ? 'rtl' : 'ltr',
    markup: '<h1>' + language + ' ' + (region ?? '') + ' ' + turn + '</h1>',
    styles: '[data-style="0"]{--hue:1}',
  })`,
)
afterAll(() => rmSync(distDir, { recursive: true, force: true }))

let clock: ManualClock
let app: Hono
/** How often a page was read. */
let turn: number
let errors: string[]
/** Of the next reading. */
let failure: Error | undefined
let isReview: boolean
/** Whether the caller may have nothing drawn any more. */
let isExhausted: boolean
let lately: unknown
let origin: string | undefined
let image: PreviewImage | undefined
let asked: number
/** Of what the operator offers; undefined without a database. */
let version: string | undefined
/** Awaited by every reading. */
let held: Promise<unknown>

beforeEach(() => {
  clock = new ManualClock('2026-11-23T06:00:00.000Z')
  turn = asked = 0
  errors = []
  failure = lately = image = undefined
  origin = 'https://volt.example'
  isReview = isExhausted = false
  version = '1'
  held = Promise.resolve()
  const log = { error: (message: string) => errors.push(message), info: () => {} } as unknown as Log
  const limit = () => {
    asked += 1
    if (isExhausted) throw new DomainError('too_many_requests')
  }
  const page = visitorPages({
    distDir,
    https: true,
    get publicOrigin() {
      return origin
    },
    clock,
    log,
    limit,
    version: () => (version === undefined ? Promise.reject(new Error('no database')) : Promise.resolve(version)),
  })
  const read: Read = async () => {
    await held
    if (failure) throw failure
    turn += 1
    if (isReview) return undefined
    const preview = { title: 'A "<b>" & C', description: undefined }
    return {
      route: '/pages/index/productList',
      answers: [
        [['turn', {}], turn],
        [['lately', {}], lately],
      ],
      preview,
    }
  }
  app = new Hono()
  app.get(
    '/',
    page(() => read),
  )
  app.get(
    '/p/:id',
    page(() => async (language) => ({
      ...(await read(language))!,
      route: '/subPages/product/detail?id=1',
      preview: { title: 'A scooter', description: 'Runs & earns', image },
      base: '../',
    })),
  )
  app.get('*', (c) => c.text('plain'))
})

const get = (headers: Record<string, string> = {}, path = '/') => app.request(path, { headers })
const textOf = async (headers: Record<string, string> = {}) => (await get(headers)).text()

test('the document has the content in the language of the browser, before the root of the program', async () => {
  const text = await textOf({ 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' })
  expect(text).toContain('<html lang="ar" dir="rtl" data-drawn="/pages/index/productList">')
  expect(text).toContain('<h1>ar EG 1</h1>')
  expect(text.indexOf('id="last-screen"')).toBeLessThan(text.indexOf('<div id="root">'))
  expect(await textOf({ 'accept-language': 'xx' })).toContain('<html lang="en" dir="ltr"')
})

test('its styles come with it, under a policy that allows them and no others', async () => {
  const answer = await get()
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? []
  expect(style).toBe('p{color:red}i{background:url(./assets/x.svg)}[data-style="0"]{--hue:1}')
  const policy = answer.headers.get('content-security-policy')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
  expect(policy).toContain("script-src 'self';")
  expect(answer.headers.get('strict-transport-security')).toContain('max-age')
})

test('an answer can end no element and open no comment', async () => {
  lately = ['</script><script>alert(1)</script><!--', '$&']
  const text = await textOf()
  const [, json = ''] = /id="given-answers">(.*?)<\/script>/s.exec(text) ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual([
    [['turn', {}], 1],
    [['lately', {}], lately],
  ])
})

test('within ten seconds the same page is given out; then one is drawn while the old one serves', async () => {
  expect(await textOf()).toContain(' 1</h1>')
  clock.advance(9_999)
  expect(await textOf()).toContain(' 1</h1>')
  clock.advance(1)
  let release = (): void => {}
  held = new Promise<void>((done) => (release = done))
  expect(await textOf()).toContain(' 1</h1>')
  release()
  await expect.poll(() => textOf()).toContain(' 2</h1>')
  clock.advance(60_000)
  expect(await textOf()).toContain(' 3</h1>')
})

test('what the operator offers anew is shown at once, in place of a page of before', async () => {
  expect(await textOf()).toContain(' 1</h1>')
  version = '2'
  expect(await textOf()).toContain(' 2</h1>')
  expect(await textOf()).toContain(' 2</h1>')
  // A page that was being drawn meanwhile is of before too.
  clock.advance(10_000)
  let release = (): void => {}
  held = new Promise<void>((done) => (release = done))
  expect(await textOf()).toContain(' 2</h1>')
  version = '3'
  const newest = textOf()
  release()
  expect(await newest).toContain(' 4</h1>')
  expect(await textOf()).toContain(' 4</h1>')
})

test('without a database the page that is there is given out', async () => {
  expect(await textOf()).toContain(' 1</h1>')
  version = undefined
  expect(await textOf()).toContain(' 1</h1>')
})

test('who asks while a page is being drawn waits for the same one', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => textOf()))
  expect(new Set(all).size).toBe(1)
  expect(turn).toBe(1)
})

test('languages that nobody speaks and regions that nobody writes in are one page, as are those of one manner', async () => {
  for (let n = 0; n < 60; n += 1) await textOf({ 'accept-language': `x${n}, en-${900 + n}` })
  for (const it of ['en', 'en-ZZ', 'EN-!!', 'fr-FR, xx;q=0.3', '', ', ,'])
    expect(await textOf({ 'accept-language': it })).toContain('<h1>en  1</h1>')
  expect(turn).toBe(1)
  expect(await textOf({ 'accept-language': 'en-GB,en;q=0.9' })).toContain('<h1>en GB 2</h1>')
  expect(await textOf({ 'accept-language': 'fr-FR, en-gb' })).toContain('<h1>en GB 2</h1>')
  expect(errors).toEqual([])
})

test('addresses fill no memory: the oldest page goes', async () => {
  const at = async (n: number) => (await get({}, `/p/${n}`)).text()
  for (let n = 0; n < 60; n += 1) await at(n)
  expect(turn).toBe(60)
  await at(59)
  expect(turn).toBe(60)
  await at(0)
  expect(turn).toBe(61)
})

test('two pages are drawn at once, and who asks for more meanwhile gets the plain document', async () => {
  let release = (): void => {}
  held = new Promise<void>((done) => (release = done))
  const drawn = ['/p/1', '/p/2'].map(async (path) => (await get({}, path)).text())
  expect(await (await get({}, '/p/3')).text()).toBe('plain')
  release()
  for (const it of drawn) expect(await it).toContain('<h1>')
  expect(await (await get({}, '/p/3')).text()).toContain('<h1>')
})

test('a caller who has had too many drawn holds up nobody else', async () => {
  isExhausted = true
  expect(await textOf()).toBe('plain')
  isExhausted = false
  expect(await textOf()).toContain(' 1</h1>')
})

test('in review mode, and where a call is refused, the plain document is served', async () => {
  isReview = true
  expect(await textOf()).toBe('plain')
  isReview = false
  failure = new DomainError('not_found')
  expect(await textOf()).toBe('plain')
  expect(errors).toEqual([])
})

test('what fails is logged, and the plain document is served', async () => {
  failure = new Error('no database')
  expect(await textOf()).toBe('plain')
  expect(errors).toEqual(["a visitor's page could not be drawn"])
  failure = undefined
  expect(await textOf()).toContain(' 1</h1>')
})

test("a product's page has its own preview, and the app's address for everything else", async () => {
  const answer = await get({}, '/p/1')
  const text = await answer.text()
  expect(text).toContain('<head><link rel="expect" href="#root" blocking="render"><base href="../">')
  expect(text).toContain('<title>A scooter</title>')
  expect(text).toContain('<meta property="og:description" content="Runs &amp; earns">')
  expect(text).toContain('data-route="/subPages/product/detail?id=1"')
  expect(answer.headers.get('content-security-policy')).toContain("base-uri 'self'")
  const home = await get()
  expect(home.headers.get('content-security-policy')).toContain("base-uri 'none'")
  const homeText = await home.text()
  expect(homeText).toContain('<title>A &quot;&lt;b>&quot; &amp; C</title>')
  expect(homeText).toContain('<meta property="og:description" content="What it is.">')
  expect(homeText).not.toContain('<base')
})

/** The properties of a page's preview that begin with `name`. */
async function preview(path: string, name: string): Promise<Record<string, string>> {
  const text = await (await get({}, path)).text()
  const found = text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)
  return Object.fromEntries([...found].map(([, key, value]) => [key!, value!]).filter(([key]) => key!.startsWith(name)))
}

test("a product's picture is in its preview, with its whole address, size and text", async () => {
  image = { path: '/wx/picture/x.webp', type: 'image/webp', width: 800, height: 600, alt: 'A "scooter" & more' }
  expect(await preview('/p/1', 'og:image')).toEqual({
    'og:image': 'https://volt.example/wx/picture/x.webp',
    'og:image:type': 'image/webp',
    'og:image:width': '800',
    'og:image:height': '600',
    'og:image:alt': 'A &quot;scooter&quot; &amp; more',
  })
  expect(await preview('/p/1', 'twitter')).toEqual({ 'twitter:card': 'summary_large_image' })
})

test("without a picture the app's icon stands there, as it is in the build", async () => {
  for (const path of ['/', '/p/1']) {
    const { 'og:image': address, ...rest } = await preview(path, 'og:image')
    const { origin: at, pathname } = new URL(address!)
    // By its header: once a server has run in this process, sharp reads no files.
    const png = readFileSync(join(import.meta.dirname, '../../public', pathname))
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    expect(at).toBe(origin)
    expect(rest).toEqual({
      'og:image:type': 'image/png',
      'og:image:width': String(png.readUInt32BE(16)),
      'og:image:height': String(png.readUInt32BE(20)),
      'og:image:alt': 'Voltfolio',
    })
    expect(await preview(path, 'twitter')).toEqual({ 'twitter:card': 'summary' })
  }
})

test("a product's page is previewed by its own picture, in the size that pictures are stored in", async () => {
  const ask = (picture: string | null) =>
    (() => Promise.resolve({ name: 'A scooter', picture, kind: 'pile', examine: false })) as unknown as Ask
  const contents = async (picture: string | null) => (await visitorsProduct(ask(picture), '1')('en'))?.preview.image
  expect(await contents('/wx/picture/x.webp')).toMatchObject({
    path: '/wx/picture/x.webp',
    alt: 'A scooter',
    ...productPictureSize,
  })
  expect(await contents(null)).toBeUndefined()
})

test('where no address is configured, the preview has no image rather than one that nobody finds', async () => {
  origin = undefined
  expect(await preview('/', 'og:image')).toEqual({})
  expect(await preview('/', 'og:title')).toHaveProperty('og:title')
})

test('only drawing counts against what a caller may ask', async () => {
  for (let n = 0; n < 5; n += 1) await textOf()
  expect(asked).toBe(1)
})

test('a page that the browser has is not sent again; one that it takes compressed is', async () => {
  const first = await get({ 'accept-encoding': 'gzip, br' })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await first.arrayBuffer()).toString()).toContain('<h1>')
  expect(first.headers.get('vary')).toBe('accept-encoding, accept-language')
  const again = await get({ 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})
