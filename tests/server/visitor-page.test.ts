import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { visitorPage } from '#server/http/visitor-page.ts'
import type { Log } from '#server/log.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const distDir = mkdtempSync(join(tmpdir(), 'voltfolio-dist-'))
mkdirSync(join(distDir, 'assets'))
mkdirSync(join(distDir, '.server'))
writeFileSync(join(distDir, 'assets', 'a.css'), 'p{color:red}i{background:url(./x.svg)}')
writeFileSync(
  join(distDir, 'index.html'),
  '<!doctype html><html lang="en" dir="ltr"><link rel="stylesheet" crossorigin href="./assets/a.css"><div id="root"></div>',
)
// Draws what it was given, so that a test sees it.
writeFileSync(
  join(distDir, '.server', 'render.js'),
  `export const draw = async ({ language, wishes, answers }) => {
    if (answers[1][1].broken) throw new Error('broken')
    return { dir: language === 'ar' ? 'rtl' : 'ltr', markup: '<h1>' + language + ' ' + wishes + ' ' + answers[1][1].turn + '</h1>', styles: '[data-style="0"]{--hue:1}' }
  }`,
)
afterAll(() => rmSync(distDir, { recursive: true, force: true }))

let clock: ManualClock
let app: Hono
let turn: number
let answers: Record<string, unknown>
let errors: string[]
/** Awaited by every answer. */
let held: Promise<unknown>

beforeEach(() => {
  clock = new ManualClock('2026-11-23T06:00:00.000Z')
  turn = 0
  answers = {}
  errors = []
  held = Promise.resolve()
  const log = { error: (message: string) => errors.push(message), info: () => {} } as unknown as Log
  const ask = async ({ path }: Call): Promise<unknown> => {
    await held
    if (path === 'sysconfig/getExamineStatus') return { examine: false, ...(answers[path] as object) }
    if (path in answers) return answers[path]
    return path === 'home/indexV3' ? { turn: ++turn } : {}
  }
  app = new Hono()
  app.get('/', visitorPage({ distDir, https: true, clock, log, ask }))
  app.get('/', (c) => c.text('plain'))
})

const get = (headers: Record<string, string> = {}, path = '/') => app.request(path, { headers })
const textOf = async (headers: Record<string, string> = {}) => (await get(headers)).text()

test('the document has the content in the language of the browser, before the root of the program', async () => {
  const text = await textOf({ 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' })
  expect(text).toContain('<html lang="ar" dir="rtl" data-drawn>')
  expect(text).toContain('<h1>ar ar-EG,ar,en 1</h1>')
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
  answers['home/getIndexBarrage'] = { items: ['</script><script>alert(1)</script><!--', '$&'] }
  const text = await textOf()
  const [, json = ''] = /id="given-answers">(.*?)<\/script>/s.exec(text) ?? []
  expect(json).not.toContain('<')
  const given = JSON.parse(json) as [[string, object], unknown][]
  expect(given.find(([[path]]) => path === 'home/getIndexBarrage')?.[1]).toEqual(answers['home/getIndexBarrage'])
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

test('who asks while a page is being drawn waits for the same one', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => textOf()))
  expect(new Set(all).size).toBe(1)
  expect(turn).toBe(1)
})

test('languages that nobody speaks fill no memory: the oldest page goes', async () => {
  for (let n = 0; n < 60; n += 1) await textOf({ 'accept-language': `x${n}` })
  expect(turn).toBe(60)
  await textOf({ 'accept-language': 'x59' })
  expect(turn).toBe(60)
  await textOf({ 'accept-language': 'x0' })
  expect(turn).toBe(61)
})

test('in review mode, with something shared, and where a call is refused the plain document is served', async () => {
  expect(await (await get({}, '/?shared-title=x')).text()).toBe('plain')
  answers['sysconfig/getExamineStatus'] = { examine: true }
  expect(await textOf()).toBe('plain')
  answers = { 'home/indexV3': undefined }
  expect(await textOf()).toBe('plain')
  expect(errors).toEqual([])
})

test('what fails is logged, and the plain document is served', async () => {
  answers['home/indexV3'] = { broken: true }
  expect(await textOf()).toBe('plain')
  expect(errors).toEqual(["a visitor's page could not be drawn"])
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
