import { asOwner } from '#tests/support/as-owner.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { setSetting } from '#server/db/settings.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { callerOf } from '#tests/support/caller.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const clock = new ManualClock('2026-11-20T06:00:00.000Z')
const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder', CARD_KEY: 'ab'.repeat(32) })
let database: Database
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  database = await databases[0]!.open()
  app = createApp(await prepare({ database, clock, config, log: silentLog }))
})
afterAll(() => database.close())

const from = { incoming: { socket: { remoteAddress: '10.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } }
const frame = (url: string) => app.request(`/web-frame?url=${encodeURIComponent(url)}`, {}, from)
const policyOf = (answer: Response) => answer.headers.get('content-security-policy')?.split('; ') ?? []
const customer = async () => (await callerOf(app)('customer/getOne', { method: 'GET' })).body
const set = (name: string, value: unknown) =>
  operate({ database, clock, config: readConfig({ CARD_KEY: 'ab'.repeat(32) }), log: silentLog }, [
    'setting',
    'set',
    name,
    JSON.stringify(value),
    '--as',
    'Ana',
    '--why',
    'a test',
  ])

test('a browser that came by https stays there, also from this document', async () => {
  expect((await frame('https://example.org/')).headers.get('strict-transport-security')).toBe(null)
  const https = { ...config, publicOrigin: 'https://app.example' }
  const secure = createApp(await prepare({ database, clock, config: https, log: silentLog }))
  const answer = await secure.request('/web-frame?url=https%3A%2F%2Fexample.org%2F', {}, from)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})

test('nothing is framed until the operator names an origin', async () => {
  const answer = await frame('https://example.org/')
  expect(answer.status).toBe(404)
  expect(policyOf(answer)).toContain("frame-src 'none'")
})

test('a page of a named origin is framed, under a policy of those origins and no others', async () => {
  expect((await set('web_origins', ['https://example.org/', 'https://docs.example.com:8443'])).ok).toBe(true)
  const answer = await frame('https://example.org/a?b="><script>alert(1)</script>')
  expect(answer.status).toBe(200)
  expect(policyOf(answer).toSorted()).toEqual([
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'frame-src https://example.org https://docs.example.com:8443',
    expect.stringMatching(/^style-src 'sha256-[\w+/]+=*'$/),
  ])
  const body = await answer.text()
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
  expect(policyOf(answer)).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(body).not.toContain('<script')
  expect(body).toContain('src="https://example.org/a?b=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(body).toMatch(/sandbox="(?!.*allow-top-navigation)[^"]+"/)
})

test.each([
  'https://example.org.evil.example/',
  'http://example.org/',
  'https://docs.example.com/',
  'javascript:alert(1)',
])('%s is not of a named origin', async (url) => {
  expect((await frame(url)).status).toBe(404)
})

test('the operator can name nothing but origins, and no channel that leads nowhere', async () => {
  for (const wrong of [
    'https://example.org/path',
    'javascript:alert(1)',
    '*',
    "'self'",
    'https://a.example; script-src *',
  ])
    expect((await set('web_origins', [wrong])).lines.join()).toContain('must be origins')
  const service = (channel: object) => ({
    name: { en: 'Us' },
    note: null,
    timeZone: 'Asia/Jakarta',
    hours: [{ days: [1], from: '08:00', until: '17:00' }],
    channels: [channel],
  })
  const chat = { kind: 'chat', label: { en: 'Chat' }, address: 'javascript:alert(1)' }
  expect((await set('customer_service', service(chat))).ok).toBe(false)
  expect((await set('customer_service', service({ ...chat, address: 'https://chat.example/' }))).ok).toBe(true)
  expect((await customer()).data).toMatchObject({
    name: 'Us',
    channels: [{ kind: 'chat', label: 'Chat', address: 'https://chat.example/' }],
  })
})

test('without a setting nobody is made up', async () => {
  await setSetting(database.kysely, 'customer_service', null)
  await asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'customer_service').execute())
  expect((await customer()).errno).not.toBe(0)
})
