import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bindPhone, verifyPhone } from '#protocol/auth.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { callerOf } from '#tests/support/caller.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { secureClientFor, type SecureClient } from '#tests/support/secure-client.ts'
import { changeMember } from '#tests/support/change-member.ts'

const [ok, signedOut, credentials, codeWrong, exists, pinWrong, pinNeeded] = [0, 401, 1601, 1603, 1604, 1711, 1721]

describe.each(databases)('binding a phone on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  const told: [phone: string, words: string][] = []
  let call: ReturnType<typeof callerOf>
  let secureClient: SecureClient
  const hashes = { password: cheapHash('a-good-one'), pin: cheapHash('482913') }
  let made = 0
  const fresh = () => `+62813900${String(10_000 + ++made)}`

  beforeAll(async () => {
    const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder', CARD_KEY: 'A'.repeat(43) })
    const deps = await prepare({ database: world.database, clock, config, log: silentLog })
    const sender = {
      send: () => Promise.resolve(),
      tell: (phone: string, words: string) => Promise.resolve(void told.push([phone, words])),
    }
    call = callerOf(createApp({ ...deps, sender }))
    secureClient = await secureClientFor(call)
  })

  async function person({ hasPin = false } = {}) {
    const { memberId, token } = await world.member()
    const phone = fresh()
    await changeMember(world.database.kysely, memberId, {
      phone,
      passwordHash: hashes.password,
      transactionPasswordHash: hasPin ? hashes.pin : null,
    })
    const bind = async (args: object, key: string = randomUUID()) =>
      (await call(bindPhone.path, { args, token, key })).body.errno
    const verify = async (args: object) => (await call(verifyPhone.path, { args, token })).body
    const phoneNow = async () =>
      (await world.database.kysely.selectFrom('member').select('phone').where('id', '=', memberId).executeTakeFirst())
        ?.phone
    return { memberId, token, phone, bind, verify, phoneNow }
  }
  const codeFor = async (phone: string) => {
    clock.advance(61_000)
    return (
      await issueCode(
        world.database.kysely,
        { phone, purpose: 'bind', address: randomUUID() },
        { clock, log: silentLog },
      )
    ).code
  }

  test('takes the code once and the password; other sessions end, and the old number is told', async () => {
    const { memberId, phone, bind, verify, phoneNow, token } = await person()
    const other = await world.tokenOf(memberId)
    const next = fresh()
    const code = await codeFor(next)
    expect(await verify({ phone: next, code })).toMatchObject({ errno: ok, data: { verified: true } })
    expect(await phoneNow()).toBe(phone)
    expect(await bind({ phone: next, code })).toBe(credentials)
    expect(await bind({ phone: next, code, password: 'wrong-one' })).toBe(credentials)
    const key = randomUUID()
    expect(await bind({ phone: next, code, password: 'a-good-one' }, key)).toBe(ok)
    expect(await bind({ phone: next, code, password: 'a-good-one' }, key)).toBe(ok)
    expect(await phoneNow()).toBe(next)
    expect(told.filter(([to]) => to === phone)).toEqual([[phone, expect.stringContaining('log in with +62813****')]])
    expect((await call('user/info', { method: 'GET', token })).body).toMatchObject({
      errno: ok,
      data: { userInfo: { phoneMasked: expect.stringMatching(new RegExp(`${next.slice(-4)}$`)) } },
    })
    expect((await call('user/info', { method: 'GET', token: other })).body.errno).toBe(signedOut)
    expect(await bind({ phone: fresh(), code, password: 'a-good-one' })).toBe(codeWrong)
    const signsIn = { password: 'a-good-one', agreed: true }
    expect((await call('auth/jwscLogin', { args: { ...signsIn, phone: next } })).body.errno).toBe(ok)
    expect((await call('auth/jwscLogin', { args: { ...signsIn, phone } })).body.errno).toBe(credentials)
    const found = world.database.kysely.selectFrom('memberPhone').select('phone').where('memberId', '=', memberId)
    expect(await found.execute()).toEqual([{ phone: next }])
  })

  test('a number that has an account is told to who holds it, and to nobody else', async () => {
    const [one, other] = [await person(), await person()]
    const guess = { phone: other.phone, code: '000000' }
    expect((await one.verify(guess)).errno).toBe(codeWrong)
    expect((await one.verify({ ...guess, phone: fresh() })).errno).toBe(codeWrong)
    expect(await one.bind({ ...guess, password: 'a-good-one' })).toBe(codeWrong)
    const code = await codeFor(other.phone)
    expect((await one.verify({ phone: other.phone, code })).errno).toBe(exists)
    expect(await one.bind({ phone: other.phone, code, password: 'a-good-one' })).toBe(exists)
    expect([await one.phoneNow(), await other.phoneNow()]).toEqual([one.phone, other.phone])
  })

  test('five wrong codes void it, looked at or used', async () => {
    const { bind, verify, phoneNow, phone } = await person()
    const next = fresh()
    const code = await codeFor(next)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let n = 0; n < 4; n++) expect((await verify({ phone: next, code: wrong })).errno).toBe(codeWrong)
    expect(await bind({ phone: next, code: wrong, password: 'a-good-one' })).toBe(codeWrong)
    expect(await bind({ phone: next, code, password: 'a-good-one' })).toBe(codeWrong)
    expect(await phoneNow()).toBe(phone)
  })

  test('a dozen at once are five guesses, though looking at a code stores no answer', async () => {
    const { verify } = await person()
    const next = fresh()
    const code = await codeFor(next)
    const wrong = Array.from({ length: 12 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
    for (const { errno } of await Promise.all(wrong.map((it) => verify({ phone: next, code: it }))))
      expect(errno).toBe(codeWrong)
    const { attempts } = await world.database.kysely
      .selectFrom('verificationCode')
      .select('attempts')
      .where('phone', '=', next)
      .executeTakeFirstOrThrow()
    expect(attempts).toBe(5)
    expect((await verify({ phone: next, code })).errno).toBe(codeWrong)
  })

  test('who has a transaction password proves by it, whatever password is said', async () => {
    const who = await person({ hasPin: true })
    const next = fresh()
    const args = { phone: next, code: await codeFor(next), password: 'a-good-one' }
    expect(await who.bind(args)).toBe(pinNeeded)
    expect((await secureClient.send(bindPhone, who, { args, password: '000000' })).body.errno).toBe(pinWrong)
    expect((await secureClient.send(bindPhone, who, { args, password: '482913' })).body.errno).toBe(ok)
    expect(await who.phoneNow()).toBe(next)
  })

  test('of two who bind one number at once, one gets it', async () => {
    const [one, other] = [await person(), await person()]
    const next = fresh()
    const args = { phone: next, code: await codeFor(next), password: 'a-good-one' }
    const outcomes = await Promise.all([one.bind(args), other.bind(args)])
    expect(outcomes.filter((it) => it === ok)).toHaveLength(1)
    expect(outcomes.filter((it) => it === codeWrong || it === exists)).toHaveLength(1)
  })
})
