import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { blockOf } from '#protocol/auth.ts'
import { header } from '#protocol/headers.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { setSetting } from '#server/db/settings.ts'
import { issueCode, redeemCode } from '#server/features/auth/codes.ts'
import type { Context } from '#server/http/handler.ts'
import { silentLog, type Log } from '#server/log.ts'
import { bareWorldFor, legalTextsIn } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const [ok, signedOut, wrong, tooSoon, exhausted] = [0, 401, 1601, 1606, 1607]
const [unknown, notServed, paused] = [1608, 1610, 1611]
const day = 86_400_000
const usual = { countries: [] as string[], hourly: 500, daily: 3000, block: 50 }

describe.each(oneDatabase)('the budget of codes on $name', ({ open }) => {
  // The library that checks solutions looks at the real time.
  const clock = new ManualClock(new Date().toISOString())
  const world = bareWorldFor(open, clock)
  legalTextsIn(world, clock)
  const logged: string[] = []
  const log: Log = { ...silentLog, error: (event) => void logged.push(event) }

  const limit = (budget: Partial<typeof usual>) =>
    setSetting(world.database.kysely, 'code_budget', { ...usual, ...budget })
  const challengeFor = async (block?: string) =>
    ((await world.call('captcha', { method: 'GET', args: { block } })).body.data as { challenge: Challenge }).challenge
  const costFor = async (block?: string) => (await challengeFor(block)).parameters.cost
  async function solved(block?: string): Promise<string> {
    const challenge = await challengeFor(block)
    const payload = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
    return Buffer.from(JSON.stringify(payload)).toString('base64')
  }
  const send = async (phone: string, captcha: string) =>
    (await world.call('auth/register/sendAliSms', { args: { phone, purpose: 'register', captcha } })).body.errno

  /** A burst as a fraud makes it: all at once, each from an address of its own. Gives how many codes were sent. */
  async function burst(phones: readonly string[]): Promise<number> {
    const outcomes = await Promise.all(
      phones.map((phone) =>
        world.database
          .inTransaction((db) => issueCode(db, { phone, purpose: 'register', address: phone }, { clock, log }))
          .then(
            () => 'sent',
            (cause: unknown) => (cause as Error).message,
          ),
      ),
    )
    expect(outcomes.filter((it) => it !== 'sent' && it !== 'codes_paused')).toEqual([])
    return outcomes.filter((it) => it === 'sent').length
  }
  const numbers = (block: string, count: number) => Array.from({ length: count }, (_, n) => block + String(1000 + n))
  const scattered = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `+6282${String(from + n).padStart(4, '0')}5000`)

  test('what strangers ask for a number, its owner can still ask for; codes for a password of theirs nobody else', async () => {
    const { memberId, token } = await world.member()
    const { phone } = await world.database.kysely
      .selectFrom('member')
      .select('phone')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const block = blockOf(phone)
    const ask = async (purpose: string, caller: { token?: string; headers?: Record<string, string> } = {}) => {
      const args = { phone, purpose, captcha: await solved(block) }
      return (await world.call('auth/register/sendAliSms', { args, ...caller })).body.errno
    }
    expect(await ask('transaction-password')).toBe(signedOut)
    // Who has mistyped their number stays logged in.
    expect(await ask('transaction-password', { token: (await world.member()).token })).toBe(wrong)
    for (let n = 0; n < 10; n += 1) {
      clock.advance(60_000)
      await world.database.inTransaction((db) =>
        issueCode(db, { phone, purpose: 'reset', address: '127.0.0.1' }, { clock, log }),
      )
    }
    clock.advance(60_000)
    expect(await ask('reset')).toBe(exhausted)
    expect(await ask('reset', { token })).toBe(ok)
    expect(await ask('transaction-password', { token })).toBe(ok)
    // Nor what they ask for from a device that they have used, without logging in.
    await world.database.kysely
      .insertInto('device')
      .values({ memberId, device: 'their-phone', highestSequence: 1, seenAt: new Date(clock.now()).toISOString() })
      .execute()
    expect(await ask('reset', { headers: { [header.device]: 'their-phone' } })).toBe(ok)
    clock.advance(60_000)
    expect(await ask('reset', { headers: { [header.device]: 'some-other-phone' } })).toBe(exhausted)
  })

  test('a code asked for from another device neither voids the one that is there nor keeps anybody waiting', async () => {
    const phone = '+6281299990001'
    const ask = (device: string) =>
      world.database.inTransaction((db) =>
        issueCode(db, { phone, purpose: 'reset', address: device, device }, { clock, log }),
      )
    const own = await ask('own')
    await ask('a stranger’s')
    await expect(ask('own')).rejects.toMatchObject({ code: 'wait_for_countdown' })
    const redeem = (device: string) =>
      redeemCode(
        { db: world.database.kysely, clock, callerId: null, device, agent: undefined } as unknown as Context,
        'auth/reset',
        { phone, purpose: 'reset', code: own.code },
      )
    await expect(redeem('a stranger’s')).rejects.toMatchObject({ code: 'code_wrong' })
    await redeem('own')
  })

  test('a burst at one block of numbers ends at its budget, and hinders no other block', async () => {
    await limit({ block: 12 })
    expect(await burst(numbers('+628111111', 40))).toBe(12)
    expect(await burst(numbers('+628111112', 5))).toBe(5)
    clock.advance(day)
    expect(await burst(numbers('+628111111', 1))).toBe(1)
  })

  test('a burst over many blocks ends at the budget of the hour, and all hours at that of the day', async () => {
    clock.advance(day)
    await limit({ hourly: 10, daily: 15 })
    logged.length = 0
    expect(await burst(scattered(0, 30))).toBe(10)
    clock.advance(3_600_000)
    expect(await burst(scattered(100, 30))).toBe(5)
    clock.advance(3_600_000)
    expect(await burst(scattered(200, 3))).toBe(0)
    expect(logged.filter((it) => it.includes('this hour')).length).toBeGreaterThan(0)
    expect(logged.filter((it) => it.includes('this day')).length).toBeGreaterThan(0)
  })

  test('a challenge gets harder as a budget fills, and easy ones that were hoarded are of no use', async () => {
    clock.advance(2 * day)
    await limit({ block: 8 })
    const block = '+628222222'
    expect(await costFor(block)).toBe(1000)
    const hoarded = await solved(block)
    expect(await burst(numbers(block, 4))).toBe(4)
    expect(await costFor(block)).toBe(2000)
    expect([await costFor(), await costFor('+628222223')]).toEqual([1000, 1000])
    const phone = `${block}9999`
    expect(await send(phone, hoarded)).toBe(unknown)
    expect(await send(phone, await solved(blockOf(phone)))).toBe(ok)
    expect(await send('+6282333330001', await solved())).toBe(ok)
    expect(await burst(numbers(block, 20).slice(10))).toBe(3)
    expect(await costFor(block)).toBe(8000)
    clock.advance(day)
    expect(await costFor(block)).toBe(1000)
  })

  test('codes go to the countries where people register, or to those that the operator names', async () => {
    clock.advance(2 * day)
    await limit({ block: 1 })
    expect(await send('+4479460000001', 'unread')).toBe(notServed)
    expect(await send('+6281555550001', await solved())).toBe(ok)
    await limit({ block: 1, countries: ['+44'] })
    expect(await send('+6281555560001', 'unread')).toBe(notServed)
    expect(await send('+4479460000001', await solved())).toBe(ok)
    expect(await send('+4479460000002', await solved())).toBe(unknown)
    expect(await send('+4479460000002', await solved(blockOf('+4479460000002')))).toBe(paused)
  })

  test('who asks again too soon is told how many seconds are left, and so is the app', async () => {
    clock.advance(2 * day)
    await limit({})
    const phone = '+6281777770001'
    expect(await send(phone, await solved())).toBe(ok)
    clock.advance(13_000)
    const args = { phone, purpose: 'register', captcha: await solved() }
    const { body, headers } = await world.call('auth/register/sendAliSms', { args })
    expect(body).toMatchObject({ errno: tooSoon, errmsg: expect.stringContaining('47 seconds') })
    expect(headers.get('retry-after')).toBe('47')
  })

  test('the operator sets it by command, and a mistake is named', async () => {
    const deps = { database: world.database, clock, config: readConfig({}), log: silentLog }
    const set = (json: string) =>
      operate(deps, ['setting', 'set', 'code_budget', json, '--as', 'Ana', '--why', 'a test'])
    const listed = async () =>
      (await operate(deps, ['setting', 'list', '--as', 'Ana', '--why', 'a test'])).lines.join('\n')
    expect(await listed()).toMatch(/^top_up_review {2}\{"above":100000\} {2}\(never set\)$/m)
    expect(await set('{"countries":["+62"],"hourly":100,"daily":900,"block":9}')).toMatchObject({ ok: true })
    expect(await listed()).toMatch(/^code_budget .*"hourly":100[^(]*$/m)
    const wrong = await set('{"countries":["Indonesia"],"hourly":100,"daily":900,"block":9}')
    expect(wrong.ok).toBe(false)
    expect(wrong.lines.join()).toContain('must be a dial code')
  })
})
