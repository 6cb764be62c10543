import { describe, expect, test } from 'vitest'
import { header } from '#protocol/headers.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { silentLog, type Log } from '#server/log.ts'
import { bareWorldFor, legalTextsIn } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { changeMember } from '#tests/support/change-member.ts'

const [ok, signedOut, credentials, codeWrong] = [0, 401, 1601, 1603]
const [notFound, keyReused, inviteUnknown, accountUnknown] = [1404, 422, 1605, 1613]
const [before, after] = ['a-good-one', 'a-better-one']

describe.each(oneDatabase)('resetting the login password on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const texts: Record<string, unknown>[] = []
  /** The sender of this world writes texts to its log. */
  const log: Log = { ...silentLog, info: (_, facts = {}) => void texts.push(facts) }
  const world = bareWorldFor(open, clock, {}, log)
  legalTextsIn(world, clock)
  const passwordHash = cheapHash(before)
  let phones = 0

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

  let inviters = 0
  /** A phone that was sent a code to register with. */
  async function registering() {
    const phone = freshPhone()
    const { memberId } = await world.member()
    const inviteCode = `INVITER${++inviters}`
    await changeMember(world.database.kysely, memberId, { invitationCode: inviteCode })
    const person = { phone, password: after, inviteCode, country: 'id', language: 'en', agreed: true }
    const guess = async (code: string, changed: object = {}) =>
      (
        await world.call('auth/registerByPhone', {
          args: { ...person, timeZone: 'Asia/Jakarta', code, ...changed },
        })
      ).body.errno
    return { phone, code: await codeFor(phone, 'register'), guess }
  }
  const isRegistered = async (phone: string) =>
    (await world.database.kysely.selectFrom('member').select('id').where('phone', '=', phone).execute()).length > 0

  /** A member who is signed in on two devices. */
  async function member() {
    const { memberId, token, cookie } = await world.member()
    const phone = freshPhone()
    const { kysely: db } = world.database
    await changeMember(db, memberId, { phone, passwordHash })
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

  test('signs nobody in any more by the password before, also where that was checked just before', async () => {
    const who = await member()
    const code = await codeFor(who.phone, 'reset')
    const late = world.callWith({
      ...world.database,
      inTransaction: async (...work) => {
        const args = { by: 'code', phone: who.phone, code, password: after }
        expect((await world.call('auth/reset', { args, key: `overtakes-${who.phone.slice(1)}` })).body.errno).toBe(ok)
        return await world.database.inTransaction(...work)
      },
    })
    const args = { phone: who.phone, password: before, agreed: true }
    expect((await late('auth/jwscLogin', { args })).body.errno).toBe(credentials)
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

  test('and so they do under one key: what is rejected as reused counts too', async () => {
    const who = await member()
    const code = await codeFor(who.phone, 'reset')
    const guess = async (guessed: string, key = 'one-key-for-all-guesses') =>
      (await world.call('auth/reset', { args: { by: 'code', phone: who.phone, code: guessed, password: after }, key }))
        .body.errno
    const answers = await Promise.all(wrongOnes(code).map((it) => guess(it)))
    expect(answers.filter((it) => it !== codeWrong && it !== keyReused)).toEqual([])
    expect(await attemptsOf(who.phone)).toBe(5)
    expect(await guess(code, 'another-key-for-the-sixth')).toBe(codeWrong)
    expect(await who.signIn(before)).toBe(ok)
  })

  test('a code is good on the device that asked for it; another is told so, and uses up no guess', async () => {
    const who = await member()
    const request = { phone: who.phone, purpose: 'reset', address: who.phone, device: 'the-members-phone' }
    const { code } = await issueCode(world.database.kysely, request, { clock, log: silentLog })
    const on = async (device: string | undefined, sent: string) =>
      (
        await world.call('auth/reset', {
          args: { by: 'code', phone: who.phone, code: sent, password: after },
          headers: device === undefined ? {} : { [header.device]: device },
        })
      ).body
    for (const device of ['a-strangers-phone', undefined])
      for (const sent of [...wrongOnes(code).slice(0, 6), code])
        expect(await on(device, sent)).toMatchObject({
          errno: codeWrong,
          errmsg: expect.stringContaining('another device'),
        })
    expect(await attemptsOf(who.phone)).toBe(0)
    const [wrong = ''] = wrongOnes(code)
    expect((await on('the-members-phone', wrong)).errmsg).not.toContain('another device')
    expect((await on('the-members-phone', code)).errno).toBe(ok)
  })

  test('a right code for a number without an account says that there is none, once; who lacks the code learns nothing', async () => {
    const [nobody, somebody] = [freshPhone(), (await member()).phone]
    const guess = async (phone: string, code: string) =>
      (await world.call('auth/reset', { args: { by: 'code', phone, code, password: after } })).body
    const code = await codeFor(nobody, 'reset')
    const [wrong = '', other = ''] = [code, await codeFor(somebody, 'reset')].map((it) => wrongOnes(it)[0])
    expect(await guess(nobody, wrong)).toEqual(await guess(somebody, other))
    expect(await guess(nobody, code)).toMatchObject({
      errno: accountUnknown,
      errmsg: expect.stringContaining('account'),
    })
    expect((await guess(nobody, code)).errno).toBe(codeWrong)
  })

  test('a command that is sent again gets its answer, and is no other guess', async () => {
    const who = await member()
    const code = await codeFor(who.phone, 'reset')
    const [wrong = ''] = wrongOnes(code)
    const send = async (sent: string, key: string) =>
      (await world.call('auth/reset', { args: { by: 'code', phone: who.phone, code: sent, password: after }, key }))
        .body.errno
    for (let time = 0; time < 7; time += 1) expect(await send(wrong, 'a-wrong-code-again')).toBe(codeWrong)
    expect(await attemptsOf(who.phone)).toBe(1)
    const answers = await Promise.all(Array.from({ length: 7 }, () => send(code, 'the-right-code-again')))
    expect([...answers, await send(code, 'the-right-code-again')]).toEqual(Array.from({ length: 8 }, () => ok))
    expect(await attemptsOf(who.phone)).toBe(1)
  })

  test('and so they do for registering: nobody is registered', async () => {
    const { phone, code, guess } = await registering()
    expect(new Set(await Promise.all(wrongOnes(code).map((it) => guess(it))))).toEqual(new Set([codeWrong]))
    expect(await attemptsOf(phone)).toBe(5)
    expect(await guess(code)).toBe(codeWrong)
    expect(await isRegistered(phone)).toBe(false)
  })

  test('and so they do where the invitation code is unknown, or the country', async () => {
    for (const [unknown, errno] of [
      [{ inviteCode: 'NOBODYS' }, inviteUnknown],
      [{ country: 'atlantis' }, notFound],
    ] as const) {
      const { phone, code, guess } = await registering()
      expect(await guess(code, unknown)).toBe(errno)
      expect(await attemptsOf(phone)).toBe(0)
      for (const wrong of wrongOnes(code).slice(0, 5)) expect(await guess(wrong, unknown)).toBe(errno)
      expect(await attemptsOf(phone)).toBe(5)
      expect(await guess(code)).toBe(codeWrong)
      expect(await isRegistered(phone)).toBe(false)
    }
  })

  test('a right code registers still after four guesses and an unknown invitation code', async () => {
    const { phone, code, guess } = await registering()
    for (const wrong of wrongOnes(code).slice(0, 4)) expect(await guess(wrong)).toBe(codeWrong)
    expect(await guess(code, { inviteCode: 'NOBODYS' })).toBe(inviteUnknown)
    expect(await guess(code)).toBe(ok)
    expect(await isRegistered(phone)).toBe(true)
  })
})
