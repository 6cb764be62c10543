import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { setTransactionPassword } from '#protocol/auth.ts'
import { removeCard } from '#protocol/cards.ts'
import { header } from '#protocol/headers.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { reviewUntil } from '#server/db/security-events.ts'
import { silentLog } from '#server/log.ts'
import { readConfig } from '#server/config.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { secureClientFor, type SecureClient } from '#tests/support/secure-client.ts'

const password = 'a-good-one'
const day = 86_400_000

describe.each(oneDatabase)('the security log on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  let secure: SecureClient
  beforeAll(async () => {
    secure = await secureClientFor(world.call)
  })

  async function member(digits?: string) {
    const { memberId } = await world.member()
    const { phone } = await world.database.kysely
      .updateTable('member')
      .set({
        passwordHash: cheapHash(password),
        ...(digits !== undefined && { transactionPasswordHash: cheapHash(digits) }),
      })
      .where('id', '=', memberId)
      .returning('phone')
      .executeTakeFirstOrThrow()
    return { memberId, phone, token: await world.tokenOf(memberId) }
  }

  const signIn = (phone: string, device: string | undefined, given = password) =>
    world.call('auth/jwscLogin', {
      args: { phone, password: given, agreed: true },
      ...(device !== undefined && { headers: { [header.device]: device } }),
    })
  const eventsOf = (memberId: string) =>
    world.database.kysely
      .selectFrom('securityEvent')
      .select(['kind', 'factor', 'call'])
      .where('memberId', '=', memberId)
      .orderBy('id')
      .execute()
  const kindsOf = async (memberId: string) =>
    (
      await world.database.kysely
        .selectFrom('securityEvent')
        .select('kind')
        .where('memberId', '=', memberId)
        .orderBy('id')
        .execute()
    ).map((it) => it.kind)
  const toldOf = async (memberId: string) =>
    (await world.database.kysely.selectFrom('message').select('kind').where('memberId', '=', memberId).execute()).map(
      (it) => it.kind,
    )

  test('has sign-ins and failures; a second device is told to the member, the first and a known one are not', async () => {
    const { memberId, phone } = await member()
    await signIn(phone, 'device-one')
    await signIn(phone, 'device-one', 'wrong')
    await signIn(phone, 'device-one')
    expect(await toldOf(memberId)).toEqual([])
    expect(await reviewUntil(world.database.kysely, memberId, clock)).toBe(null)
    await signIn(phone, 'device-two')
    expect(await kindsOf(memberId)).toEqual(['signed_in', 'sign_in_failed', 'signed_in', 'new_device', 'signed_in'])
    expect(await toldOf(memberId)).toEqual(['new_device'])
  })

  test('and so is one that hides which device it is', async () => {
    const { memberId, phone } = await member()
    await signIn(phone, 'device-one')
    await signIn(phone, undefined)
    expect(await toldOf(memberId)).toEqual(['new_device'])
    expect(await reviewUntil(world.database.kysely, memberId, clock)).not.toBe(null)
  })

  test('has changes, which are told, and mark withdrawals for a day', async () => {
    const who = await member()
    const { memberId, token } = who
    const args = { by: 'password', oldPassword: password, password: 'a-longer-one' }
    expect((await world.call('auth/reset', { token, args })).body.errno).toBe(0)
    expect(await kindsOf(memberId)).toEqual(['step_up_passed', 'password_changed'])
    expect(await toldOf(memberId)).toEqual(['password_changed'])
    const until = new Date(clock.now() + day).toISOString()
    expect(await reviewUntil(world.database.kysely, memberId, clock)).toBe(until)
    clock.advance(day)
    expect(await reviewUntil(world.database.kysely, memberId, clock)).toBe(null)
  })

  test('has a line when devices are signed out, one or all others', async () => {
    const { memberId, token, phone } = await member()
    await signIn(phone, 'device-one')
    const { items } = (await world.call('auth/devices', { method: 'GET', token })).body.data as {
      items: { id: string; isThis: boolean }[]
    }
    const args = { id: items.find((it) => !it.isThis)?.id }
    expect((await world.call('auth/devices/signOut', { token, args })).body.errno).toBe(0)
    expect((await world.call('auth/devices/signOutOthers', { token })).body.errno).toBe(0)
    expect(await kindsOf(memberId)).toEqual(['signed_in', 'device_signed_out', 'device_signed_out'])
  })

  test('has step-ups that failed and those that passed, for which call, once a command, and no secret', async () => {
    const who = await member('135790')
    const command = { args: { cardId: who.memberId }, key: randomUUID() }
    await secure.send(removeCard, who, { ...command, key: randomUUID(), password: '000000' })
    for (let again = 0; again < 2; again += 1) await secure.send(removeCard, who, { ...command, password: '135790' })
    const of = { factor: 'transaction_password', call: 'capital/remove' }
    expect(await eventsOf(who.memberId)).toEqual([
      { kind: 'step_up_failed', ...of },
      { kind: 'step_up_passed', ...of },
    ])
    const rows = await world.database.kysely.selectFrom('securityEvent').selectAll().execute()
    const text = JSON.stringify(rows)
    for (const secret of ['000000', '135790', password, who.phone]) expect(text).not.toContain(secret)
  })

  test('has by what a password was set, changed and reset, and wrong tries at it', async () => {
    const who = await member()
    const path = setTransactionPassword.path
    const set = (by: object, secret: object) => secure.send(setTransactionPassword, who, { args: by, secret })
    const sentCode = async () => {
      const of = { phone: who.phone, purpose: 'transaction-password', address: '127.0.0.1' }
      return (await issueCode(world.database.kysely, of, { clock, log: silentLog })).code
    }
    const first = await sentCode()
    await set({ by: 'login', code: first }, { password: '111111', loginPassword: 'wrong' })
    await set({ by: 'login', code: first }, { password: '111111', loginPassword: password })
    clock.advance(61_000)
    await set({ by: 'old' }, { password: '222222', oldPassword: '000000' })
    await set({ by: 'old' }, { password: '222222', oldPassword: '111111' })
    const code = await sentCode()
    await set({ by: 'code', code: code === '000000' ? '000001' : '000000' }, { password: '333333' })
    await set({ by: 'code', code }, { password: '333333' })
    expect(await eventsOf(who.memberId)).toEqual([
      { kind: 'step_up_failed', factor: 'password', call: path },
      { kind: 'step_up_passed', factor: 'password', call: path },
      { kind: 'transaction_password_changed', factor: 'password', call: null },
      { kind: 'step_up_failed', factor: 'transaction_password', call: path },
      { kind: 'step_up_passed', factor: 'transaction_password', call: path },
      { kind: 'transaction_password_changed', factor: 'transaction_password', call: null },
      { kind: 'code_failed', factor: 'code', call: path },
      { kind: 'transaction_password_changed', factor: 'code', call: null },
    ])
  })

  test('is exported with the acts of operators, and swept after 400 days', async () => {
    const { memberId, phone } = await member()
    await signIn(phone, 'device-one')
    const deps = { database: world.database, clock, config: readConfig({}), log: silentLog }
    const { lines } = await operate(deps, ['security-log', 'export', '--days', '1'])
    const mine = lines.map((it) => JSON.parse(it) as { memberId?: string }).filter((it) => it.memberId === memberId)
    expect(mine).toMatchObject([{ kind: 'signed_in', factor: 'password', call: null, device: 'device-one' }])
    clock.advance(401 * day)
    await sweep({ database: world.database, clock })
    expect(await kindsOf(memberId)).toEqual([])
  })
})
