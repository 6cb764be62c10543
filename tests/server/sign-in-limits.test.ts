import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { header } from '#protocol/headers.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import { bareWorld, bareWorldFor } from '#tests/support/bare-world.ts'
import { callerOf } from '#tests/support/caller.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const [ok, wrong, captcha, exhausted] = [0, 1601, 1602, 1607]
const password = 'a-good-one'

describe.each(oneDatabase)('guessing of passwords on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const env = { CARD_KEY: randomBytes(32).toString('base64url') }
  const world = bareWorldFor(open, clock, env)
  let usualHash: string
  beforeAll(async () => {
    usualHash = await hashPassword(password)
  })
  beforeEach(() => {
    clock.advance(3_600_000)
  })

  async function memberPhone(passwordHash = cheapHash(password)): Promise<string> {
    const { memberId } = await world.member()
    const { phone } = await world.database.kysely
      .updateTable('member')
      .set({ passwordHash })
      .where('id', '=', memberId)
      .returning('phone')
      .executeTakeFirstOrThrow()
    return phone
  }
  /** As if so many had failed, each with a proof of work where one was wanted. */
  const failedBefore = async (subject: string, count: number) =>
    await world.database.kysely.updateTable('attempt').set({ count }).where('subject', '=', subject).execute()
  const signIn = async (phone: string, guess: string, from: string, device?: string) => {
    const args = { phone, password: guess, agreed: true }
    const headers: Record<string, string> = device === undefined ? {} : { [header.device]: device }
    return (await callerOf(world.app, () => from)('auth/jwscLogin', { args, headers })).body.errno
  }

  test('forty at once from one address are three guesses, for more want a captcha or are refused', async () => {
    // Guesses that take their time are checked while others come.
    const phone = await memberPhone(usualHash)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(phone, `guess ${n}`, '10.0.0.1')))
    expect(answers.filter((it) => it === wrong).length).toBeLessThanOrEqual(3)
    expect(answers.every((it) => [wrong, captcha, exhausted].includes(it))).toBe(true)
    expect(await signIn(phone, password, '10.0.0.2')).toBe(ok)
  })

  test('a wrong captcha is no guess, and a right password costs nobody a try', async () => {
    const phone = await memberPhone()
    for (let n = 0; n < 3; n++) expect(await signIn(phone, 'wrong', '10.0.0.3')).toBe(wrong)
    for (let n = 0; n < 20; n++) expect(await signIn(phone, 'wrong', '10.0.0.3')).toBe(captcha)
    const other = await memberPhone()
    for (let n = 0; n < 110; n++) expect(await signIn(other, password, '10.0.0.4')).toBe(ok)
  })

  test('trying many phones from one address ends, and hinders nobody elsewhere', async () => {
    const phone = await memberPhone()
    const sprayed = []
    for (let n = 0; n < 14; n++) {
      // Some numbers have no account. Guessing at those costs as much as at a real hash.
      const at = n % 10 === 0 ? `+62812${String(n).padStart(7, '0')}` : await memberPhone()
      sprayed.push(await signIn(at, 'a common one', '10.0.1.1'))
    }
    expect(sprayed.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => wrong))
    expect(sprayed.slice(10)).toEqual([captcha, captcha, captcha, captcha])
    await failedBefore('login-from:10.0.1.1', 100)
    for (let n = 0; n < 12; n++) expect(await signIn(phone, password, '10.0.1.1')).toBe(exhausted)
    expect(await signIn(phone, password, '10.0.1.2')).toBe(ok)
    // What was refused unseen was no guess at this phone.
    await failedBefore('login-from:10.0.1.1', 0)
    expect(await signIn(phone, password, '10.0.1.1')).toBe(ok)
  })

  test('guesses from everywhere lock no device out that was signed in before', async () => {
    const phone = await memberPhone()
    const device = randomUUID()
    expect(await signIn(phone, password, '10.0.2.1', device)).toBe(ok)
    const everywhere = []
    for (let n = 0; n < 12; n++) everywhere.push(await signIn(phone, 'wrong', `10.1.${n}.1`))
    expect(everywhere.slice(9)).toEqual([wrong, captcha, captcha])
    expect(await signIn(phone, password, '10.0.2.2', device)).toBe(ok)
    await failedBefore(`login:${phone}`, 50)
    expect(await signIn(phone, password, '10.0.2.2', randomUUID())).toBe(exhausted)
    expect(await signIn(phone, password, '10.0.2.2', device)).toBe(ok)
    // From the guesser's own address too; but the device itself may not guess without end.
    for (let n = 0; n < 3; n++) expect(await signIn(phone, 'wrong', '10.1.1.1', device)).toBe(wrong)
    expect(await signIn(phone, 'wrong', '10.1.1.1', device)).toBe(captcha)
  })

  test('addresses that the caller makes up are not believed behind a proxy: a burst from one is as from one', async () => {
    const { app } = await bareWorld(world.database, clock, { ...env, TRUST_PROXY: '1' })
    const call = callerOf(app, () => '10.0.0.9')
    /** As our proxy passes it on: the caller's own lines first, and last whom it heard. */
    const from = (n: number, heard: string) => ({
      'x-forwarded-for': `203.0.113.${n % 256}, 2001:db8:${n}::1, ${heard}`,
      'x-real-ip': `203.0.113.${n % 256}`,
      forwarded: `for=203.0.113.${n % 256}`,
    })
    const guess = async (n: number, phone: string, heard: string) => {
      const args = { phone, password: `guess ${n}`, agreed: true }
      return (await call('auth/jwscLogin', { args, headers: from(n, heard) })).body.errno
    }
    const phone = await memberPhone(usualHash)
    const burst = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n, phone, '198.51.100.1')))
    expect(burst.filter((it) => it === wrong).length).toBeLessThanOrEqual(3)
    expect(burst.every((it) => [wrong, captcha, exhausted].includes(it))).toBe(true)
    // Whom the proxy heard is told apart.
    expect(await guess(0, phone, '198.51.100.3')).toBe(wrong)
    // Nor does a made-up address go around the limit of all calls.
    const asked = []
    for (let n = 0; n < 402; n++)
      asked.push((await call('captcha', { method: 'GET', headers: from(n, '198.51.100.4') })).status)
    expect(asked.filter((it) => it === 429)).toHaveLength(2)
    expect(asked.slice(0, 400)).not.toContain(429)
  })
})
