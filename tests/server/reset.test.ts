import { beforeAll, describe, expect, test } from 'vitest'
import { issueCode } from '#server/features/auth/codes.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import { silentLog, type Log } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const [ok, signedOut, credentials, codeWrong] = [0, 401, 1601, 1603]
const [before, after] = ['a-good-one', 'a-better-one']

describe.each(databases)('resetting the login password on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const texts: Record<string, unknown>[] = []
  /** The sender of this world writes texts to its log. */
  const log: Log = { ...silentLog, info: (_, facts = {}) => void texts.push(facts) }
  const world = bareWorldFor(open, clock, {}, log)
  let passwordHash: string
  let phones = 0
  beforeAll(async () => {
    passwordHash = await hashPassword(before)
  })

  const freshPhone = () => `+62813${3_000_000 + ++phones}`
  const codeFor = async (phone: string, purpose: 'register' | 'reset') =>
    (await issueCode(world.database.kysely, { phone, purpose, address: phone }, { clock, log: silentLog })).code
  const wrongOnes = (right: string) =>
    Array.from({ length: 12 }, (_, n) => String((Number(right) + n + 1) % 1_000_000).padStart(6, '0'))
  const attemptsOf = async (phone: string) =>
    (
      await world.database.kysely
        .selectFrom('verificationCode')
        .select('attempts')
        .where('phone', '=', phone)
        .executeTakeFirstOrThrow()
    ).attempts

  /** A member who is signed in on two devices. */
  async function member() {
    const { memberId, token, cookie } = await world.member()
    const phone = freshPhone()
    const { kysely: db } = world.database
    await db.updateTable('member').set({ phone, passwordHash }).where('id', '=', memberId).execute()
    const elsewhere = await world.tokenOf(memberId)
    return {
      phone,
      token,
      elsewhere,
      signIn: async (password: string) =>
        (await world.call('auth/jwscLogin', { args: { phone, password, agreed: true } })).body.errno,
      use: async (of: string) => (await world.call('user/info', { method: 'GET', token: of })).body.errno,
      refresh: async () => (await world.call('auth/refresh', { cookie })).body.errno,
      told: async () => ({
        messages: (await db.selectFrom('message').select('kind').where('memberId', '=', memberId).execute()).map(
          (it) => it.kind,
        ),
        texts: texts.filter((it) => it['phone'] === phone).map((it) => it['words']),
      }),
    }
  }
  const isTold = { messages: ['password_changed'], texts: [expect.stringMatching(/password/i)] }

  test('by a code ends every session, also that of who asks, and tells the member once', async () => {
    const who = await member()
    const code = await codeFor(who.phone, 'reset')
    const send = {
      args: { by: 'code', phone: who.phone, code, password: after },
      token: who.token,
      key: 'reset-by-a-code-1',
    }
    const [wrong] = wrongOnes(code)
    const refused = await world.call('auth/reset', { args: { ...send.args, code: wrong } })
    expect(refused.body.errno).toBe(codeWrong)
    expect([await who.use(who.token), await who.use(who.elsewhere)]).toEqual([ok, ok])
    expect(await who.told()).toEqual({ messages: [], texts: [] })
    expect((await world.call('auth/reset', send)).body.errno).toBe(ok)
    expect([await who.use(who.token), await who.use(who.elsewhere)]).toEqual([signedOut, signedOut])
    expect(await who.refresh()).toBe(signedOut)
    expect([await who.signIn(before), await who.signIn(after)]).toEqual([credentials, ok])
    expect(await who.told()).toEqual(isTold)
    const again = await world.call('auth/reset', { args: { ...send.args, password: 'yet-another-one' } })
    expect(again.body.errno).toBe(codeWrong)
    expect(await who.signIn(after)).toBe(ok)
  })

  test('by the old one ends every session but this, and tells the member once', async () => {
    const who = await member()
    const change = async (oldPassword: string, key: string) =>
      (
        await world.call('auth/reset', {
          args: { by: 'password', oldPassword, password: after },
          token: who.token,
          key,
        })
      ).body.errno
    expect(await change('a-wrong-one', 'reset-by-a-wrong-one')).toBe(credentials)
    expect(await who.use(who.elsewhere)).toBe(ok)
    expect(await who.told()).toEqual({ messages: [], texts: [] })
    for (const time of ['first', 'repeated'])
      expect([time, await change(before, 'reset-by-the-old-one')]).toEqual([time, ok])
    expect([await who.use(who.token), await who.use(who.elsewhere)]).toEqual([ok, signedOut])
    expect(await who.refresh()).toBe(ok)
    expect([await who.signIn(before), await who.signIn(after)]).toEqual([credentials, ok])
    expect(await who.told()).toEqual(isTold)
  })

  test('five wrong codes at once void the code: of a dozen five count, and then the right one is wrong', async () => {
    const who = await member()
    const code = await codeFor(who.phone, 'reset')
    const guess = async (guessed: string) =>
      (await world.call('auth/reset', { args: { by: 'code', phone: who.phone, code: guessed, password: after } })).body
        .errno
    expect(new Set(await Promise.all(wrongOnes(code).map(guess)))).toEqual(new Set([codeWrong]))
    expect(await attemptsOf(who.phone)).toBe(5)
    expect(await guess(code)).toBe(codeWrong)
    expect([await who.signIn(before), await who.use(who.elsewhere)]).toEqual([ok, ok])
  })

  test('and so they do for registering: nobody is registered', async () => {
    const phone = freshPhone()
    const { kysely: db } = world.database
    const { memberId } = await world.member()
    await db.updateTable('member').set({ invitationCode: 'INVITER' }).where('id', '=', memberId).execute()
    const code = await codeFor(phone, 'register')
    const person = { phone, password: after, inviteCode: 'INVITER', country: 'id', language: 'en', agreed: true }
    const guess = async (guessed: string) =>
      (await world.call('auth/registerByPhone', { args: { ...person, timeZone: 'Asia/Jakarta', code: guessed } })).body
        .errno
    expect(new Set(await Promise.all(wrongOnes(code).map(guess)))).toEqual(new Set([codeWrong]))
    expect(await attemptsOf(phone)).toBe(5)
    expect(await guess(code)).toBe(codeWrong)
    expect(await db.selectFrom('member').select('id').where('phone', '=', phone).execute()).toEqual([])
  })
})
