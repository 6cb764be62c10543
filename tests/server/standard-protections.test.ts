import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import type { Address } from '#protocol/addresses.ts'
import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { calls } from '#protocol/calls.ts'
import { prefix } from '#protocol/headers.ts'
import type { Database } from '#server/db/open.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { silentLog, type Log } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases, oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'
import { changeMember } from '#tests/support/change-member.ts'

const [ok, codeWrong, credentials, notFound] = [0, 1603, 1601, 1404]
const minute = 60_000
const start = '2026-11-20T06:00:00.000Z'

const address = (over: object = {}) => ({
  id: randomUUID(),
  basedOn: null,
  recipient: 'Ayu',
  phone: '+6281200000001',
  regionId: 'id-bali-denpasar',
  detail: 'Here',
  isDefault: false,
  ...over,
})

// What OWASP's standard asks of any server, and no test of a feature holds (docs/security.md).
describe.each(oneDatabase)('what any server must do, on $name', ({ open }) => {
  const clock = new ManualClock(start)
  const logged: Record<string, unknown>[] = []
  const log: Log = { ...silentLog, error: (event, _, facts) => void logged.push({ event, ...facts }) }
  const world = bareWorldFor(open, clock, {}, log)
  const passwordHash = cheapHash('a-good-one')
  let phones = 0

  async function member() {
    const { memberId, token } = await world.member()
    const phone = `+62813${5_000_000 + ++phones}`
    const { kysely: db } = world.database
    await changeMember(db, memberId, { phone, passwordHash })
    const signIn = (password: string) => world.call('auth/jwscLogin', { args: { phone, password, agreed: true } })
    return { memberId, token, phone, signIn }
  }

  test('every answer of a call is JSON and kept by no cache, also when it refuses', async () => {
    for (const { path, method } of [...Object.values(calls), { path: 'no/such/call', method: 'GET' as const }]) {
      const { headers } = await world.call(path.replaceAll(/\{\w+\}/g, 'x'), { method })
      expect([path, headers.get('cache-control'), headers.get('content-type')]).toEqual([
        path,
        'no-store',
        'application/json',
      ])
    }
    clock.advance(minute)
  })

  test('pages of other sites may read nothing: no answer names an origin, none to a preflight', async () => {
    const ask = async (path: string, method: string) =>
      await world.app.fetch(
        new Request(`http://app.test${path}`, {
          method,
          headers: {
            origin: 'https://evil.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        }),
        { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
      )
    for (const path of [`${prefix}auth/jwscLogin`, `${prefix}books/totals`, `${prefix}openapi.json`, '/healthz', '/'])
      for (const method of ['OPTIONS', 'GET'])
        expect([...(await ask(path, method)).headers.keys()].filter((it) => it.startsWith('access-control-'))).toEqual(
          [],
        )
  })

  test('TRACE gives nothing back of what was sent', async () => {
    const server = serve({ fetch: world.app.fetch, hostname: '127.0.0.1', port: 0 })
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const path of ['/', `${prefix}user/info`, '/healthz']) {
      const sent = request({ host: '127.0.0.1', port, path, method: 'TRACE', headers: { cookie: 'a=secret-cookie' } })
      sent.end()
      const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
      let text = ''
      for await (const part of answer) text += String(part)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(text + JSON.stringify(answer.headers)).not.toContain('secret-cookie')
    }
    await new Promise((closed) => server.close(closed))
  })

  test('a code has six digits, and opens nothing after ten minutes', async () => {
    const codes = new Set<string>()
    for (const [afterMs, errno] of [
      [10 * minute - 1, ok],
      [10 * minute, codeWrong],
    ] as const) {
      const { phone } = await member()
      const { code } = await issueCode(
        world.database.kysely,
        { phone, purpose: 'reset', address: phone },
        { clock, log: silentLog },
      )
      expect(code).toMatch(/^\d{6}$/)
      codes.add(code)
      clock.advance(afterMs)
      const args = { by: 'code', phone, code, password: 'a-better-one' }
      expect([afterMs, (await world.call('auth/reset', { args })).body.errno]).toEqual([afterMs, errno])
    }
    expect(codes.size).toBe(2)
  })

  test('a password may be long and of any characters, and counts to its last one', async () => {
    const who = await member()
    const password = `${'空白 и 🚲 ß '.repeat(20).slice(0, 127)}~`
    const args = { by: 'password', oldPassword: 'a-good-one', password }
    const token = await world.tokenOf(who.memberId)
    expect((await world.call('auth/reset', { args, token })).body.errno).toBe(ok)
    expect((await who.signIn(`${password.slice(0, -1)}!`)).body.errno).toBe(credentials)
    expect((await who.signIn(password.slice(0, -1))).body.errno).toBe(credentials)
    const { body, cookie } = await who.signIn(password)
    // 256 random bits, each; the first one after its member.
    expect(body.data).toMatchObject({ accessToken: expect.stringMatching(/^[\w-]{65}$/) })
    expect(cookie).toMatch(/=[\w-]{43}$/)
  })

  test('names that JavaScript reads specially, and fields that no schema has, change nothing', async () => {
    const [who, other] = [await member(), await member()]
    const token = await world.tokenOf(who.memberId)
    const raw = JSON.stringify({ ...address(), memberId: other.memberId, version: 99 }).replace(
      /\}$/,
      ',"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"position":{"latitude":1,"longitude":2,"__proto__":{"polluted":1}}}',
    )
    const { body } = await world.call('address/save', { raw, token })
    expect(body).toMatchObject({ errno: ok, data: { version: 1, position: { latitude: 1, longitude: 2 } } })
    expect(JSON.stringify(body.data)).not.toContain('polluted')
    const query = { '__proto__[polluted]': '1', 'constructor.prototype.polluted': '1', limit: '1' }
    expect((await world.call('mallNotice/noticeList', { method: 'GET', token, args: query })).body.errno).toBe(ok)
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
    const { kysely: db } = world.database
    const owners = db.selectFrom('address').select('memberId').where('memberId', 'in', [who.memberId, other.memberId])
    expect(await owners.execute()).toEqual([{ memberId: who.memberId }])
  })

  test('of two values for one name the one in the path counts, and of two in a query the first', async () => {
    const shop = shopOn(world.database, clock)
    const { productId } = await shop.offer({ price: 1000 })
    const memberId = await shop.member(5000)
    const token = await world.tokenOf(memberId)
    const draft = await shop.draft(memberId, productId)
    const info = async (id: string, asked: string) =>
      (await world.call(`order/draft/info/${id}?id=${asked}`, { method: 'GET', token })).body.errno
    expect(await info(draft.id, randomUUID())).toBe(ok)
    expect(await info(randomUUID(), draft.id)).toBe(notFound)
    const pages = await world.call('mallNotice/noticeList?limit=1&limit=0', { method: 'GET', token })
    expect(pages.body.errno).toBe(ok)
  })

  test('a failure of ours says that it is one and nothing of what failed; its id leads to the log', async () => {
    const { memberId } = await member()
    const token = await world.tokenOf(memberId)
    const broken: Database = {
      ...world.database,
      inTransaction: () => Promise.reject(new Error('relation "member" of 10.0.0.7 at /srv/app/server/db/open.ts:12')),
    }
    logged.length = 0
    const { status, body, headers, text } = await world.callWith(broken)('address/save', { args: address(), token })
    expect([status, Object.keys(body), body.errno, body.data]).toEqual([500, ['errno', 'errmsg', 'data'], 500, null])
    expect(text).not.toMatch(/relation|member|10\.0|srv|\.ts/)
    expect(headers.get('x-powered-by') ?? headers.get('server')).toBe(null)
    expect(logged).toMatchObject([{ event: 'call failed', path: 'address/save', request: headers.get('x-request-id') }])
  })
})

describe.each(databases)('what any database must do, on $name', ({ open }) => {
  const clock = new ManualClock(start)
  const world = bareWorldFor(open, clock)

  test('text is stored and given back as it was typed, whatever a database would read in it', async () => {
    const { memberId, token } = await world.member()
    for (const text of [
      "'; drop table member; --",
      `" or 1=1; delete from address; /*`,
      '$1 %s %00 \\x00 {{7*7}} ${1}',
      "\\'; select pg_sleep(10); --",
      '<script>alert(1)</script> & "quoted"',
      'Ａｙｕ ‮ right to left',
    ]) {
      const saved = await world.call('address/save', {
        args: address({ recipient: text, detail: text, postcode: "' or ''='" }),
        token,
      })
      expect(saved.body).toMatchObject({ errno: ok, data: { recipient: text, detail: text, postcode: "' or ''='" } })
      const edit = { madeAt: new Date(clock.now()).toISOString(), nickname: text.slice(0, 40) }
      clock.advance(1000)
      await world.call('user/update/info', { args: edit, token })
      const info = (await world.call('user/info', { method: 'GET', token })).body.data as Answer<typeof userInfo>
      expect(info.userInfo.nickname).toBe(text.slice(0, 40))
    }
    const { items } = (await world.call('address/list', { method: 'GET', token })).body.data as { items: Address[] }
    expect(items).toHaveLength(6)
    expect(await world.database.kysely.selectFrom('member').select('id').where('id', '=', memberId).execute()).toEqual([
      { id: memberId },
    ])
  })
})
