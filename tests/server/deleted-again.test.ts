import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { keyringOf } from '#server/db/keyring.ts'
import type { Database } from '#server/db/open.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import { createLog, silentLog } from '#server/log.ts'
import { loggedDeletion } from '#server/features/auth/logged-deletion.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'
import { insertMember } from '#server/db/new-member.ts'

const password = 'a-good-one'
const CARD_KEY = '0'.repeat(64)

describe.each(databases)('an account that a restore brought back, on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const config = readConfig({ CARD_KEY })
  const logged: string[] = []
  let before: Database
  let database: Database
  let restored: BareWorld
  beforeAll(async () => {
    before = await open()
    database = await open()
    restored = await bareWorld(database, clock, { CARD_KEY })
  })
  afterAll(async () => {
    await before.close()
    await database.close()
  })

  const shop = () => shopOn(database, clock)
  const deleteAgain = async (line: string, ...more: string[]) =>
    await operate({ database, clock, config, log: silentLog }, [
      'member',
      'delete-again',
      line,
      ...more,
      '--as',
      'Ana',
      '--why',
      'the disk was lost',
    ])
  /** The line of the server that was lost, where the account was deleted at this moment. */
  const lineOf = (memberId: string, ring = keyringOf(config)) =>
    JSON.stringify({
      level: 'info',
      event: 'account deleted',
      ...loggedDeletion(ring, { memberId, at: instant(clock) }),
    })
  const rowOf = (memberId: string) =>
    database.kysely.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow()

  test('is deleted by the line of the log, once, and who did it is kept', async () => {
    const log = createLog({ write: (line: string) => void logged.push(line) })
    const world = await bareWorld(before, clock, { CARD_KEY }, log)
    const { memberId, token } = await world.member()
    const passwordHash = await hashPassword(password)
    await before.kysely
      .updateTable('member')
      .set({ passwordHash, nickname: 'Ada' })
      .where('id', '=', memberId)
      .execute()
    const backup = await before.kysely
      .selectFrom('member')
      .selectAll()
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    await restored.member()
    await insertMember(database.kysely, { ...backup, look: null })
    await bindCard(database.kysely, memberId)
    const of = await restored.tokenOf(memberId)
    clock.advance(60_000)
    await world.call('auth/unsubscribe', { token, args: { password, confirmed: true } })
    const line = logged.find((it) => it.includes(memberId) && it.includes('account deleted')) ?? ''

    clock.advance(60_000)
    expect(await deleteAgain(line.trim())).toEqual({ ok: true, lines: [`${memberId} is deleted again.`] })
    expect(await rowOf(memberId)).toMatchObject({ nickname: null, deletedAt: instant(clock) })
    const cards = database.kysely.selectFrom('bankCard').select('numberSealed').where('memberId', '=', memberId)
    expect(await cards.execute()).toEqual([{ numberSealed: null }])
    expect((await restored.call('user/info', { method: 'GET', token: of })).body.errno).toBe(401)
    expect(await deleteAgain(line.trim())).toEqual({
      ok: true,
      lines: [`${memberId} is deleted already. Nothing was changed.`],
    })
    const acts = await database.kysely.selectFrom('operatorAction').select(['command', 'byName', 'why']).execute()
    expect(acts[0]).toEqual({ command: 'member delete-again', byName: 'Ana', why: 'the disk was lost' })
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('is not deleted by a line that this server never logged', async () => {
    const memberId = await shop().member(0)
    const other = await shop().member(0)
    const foreign = keyringOf(readConfig({ CARD_KEY: '1'.repeat(64) }))
    for (const line of [
      memberId,
      JSON.stringify({ event: 'account deleted', member: memberId }),
      lineOf(other).replaceAll(other, memberId),
      lineOf(memberId).replace('account deleted', 'signed in'),
      lineOf(memberId, foreign),
    ])
      expect(await deleteAgain(line)).toMatchObject({
        ok: false,
        lines: [expect.stringContaining('is none by which this server logged a deletion'), expect.any(String)],
      })
    expect((await rowOf(memberId)).deletedAt).toBeNull()
    const unknown = 'a0000000-0000-4000-8000-000000000000'
    expect((await deleteAgain(lineOf(unknown))).lines[0]).toContain('is not known')
  })

  test('is refused, saying why, while anything of value is there, as it is to the owner', async () => {
    const memberId = await shop().member(1000)
    const earner = await shop().member(0)
    await database.inTransaction((db) => giveIncome(db, earner, 1000, clock))
    expect(await deleteAgain(lineOf(earner))).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('money in your wallets'), 'Nothing was changed.'],
    })
    expect((await deleteAgain(lineOf(memberId))).lines[0]).toContain(
      'would give up USD 10.00: say so by --gives-up-money 10.00',
    )
    const machine = await shop().offer({ price: 1000, settlementType: 1 })
    await shop().buy(memberId, machine.productId)
    await shop().earn(machine, 1000)
    const line = lineOf(memberId)
    clock.advance(1000)
    expect((await deleteAgain(line)).lines[0]).toContain('would give up USD 0.60: say so by --gives-up 0.60')
    expect((await rowOf(memberId)).deletedAt).toBeNull()
    expect(await deleteAgain(line, '--gives-up', '0.60')).toMatchObject({ ok: true })
  })

  test("is its owner's again once they have signed in since", async () => {
    const memberId = await shop().member(0)
    const line = lineOf(memberId)
    clock.advance(1000)
    await restored.tokenOf(memberId)
    expect((await deleteAgain(line)).lines[0]).toContain('has signed in since: only they delete it now')
    expect((await rowOf(memberId)).deletedAt).toBeNull()
  })
})
