import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToMachines } from '#server/db/machine-totals.ts'
import { readConfig } from '#server/config.ts'
import { operate } from '#server/cli/operator/operate.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { takeBackRevenue } from '#server/features/products/machines/taking-back.ts'
import { balanceOf, house, openAccounts } from '#server/ledger/accounts.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { bookUnsoldShares } from '#server/ledger/unsold.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { balance, buy, makeMember, makeOffer, settleDue, topUp, trip } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(databases)("The operator's part on $name", ({ open }) => {
  let database: Database
  let clock: ManualClock
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    clock = new ManualClock('2026-11-03T08:00:00.000Z')
  })
  afterAll(() => database.close())
  beforeEach(() => clock.advance(60 * minute))

  const own = async (code: 'operator' | 'sales') => await balanceOf(database.kysely, { ...house(code), asset: 'USD' })
  const sound = async () => expect(await reconcile(database.kysely)).toEqual([])
  const spend = (from: string, amount: string, reference: string) =>
    operate({ database, clock, config: readConfig({}), log: silentLog }, [
      'spend',
      from,
      amount,
      '--reference',
      reference,
      '--what',
      'Two scooters',
      '--as',
      'Ana',
      '--why',
      'bought',
    ])

  test('is the share of units that nobody held, once no more revenue of the month can arrive', async () => {
    const machine = await makeOffer(database.kysely, clock, {
      settlementType: 2,
      unitsTotal: 3,
      memberShareBp: 10_000,
      validityDays: 1,
    })
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 10_000, id, clock)
    await trip(database, machine.deviceNumber, 90, 'before', clock)
    clock.advance(minute)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(minute)
    await trip(database, machine.deviceNumber, 1000, 'one held', clock)
    const operator = await own('operator')
    clock.advance(5 * day)
    await settleDue(database, clock)
    expect(await balance(database, id, 'pending')).toBe(333)
    expect(await bookUnsoldShares(database, clock)).toBe(0)
    clock.advance(60 * day)
    // What rounding left of the member's part stays in the machine.
    expect(await bookUnsoldShares(database, clock)).toBe(90 + 666)
    expect(await bookUnsoldShares(database, clock)).toBe(0)
    expect([await own('operator'), await balance(database, machine.machineId, 'machine')]).toEqual([operator + 756, 1])
    expect((await balanceSheets(database.kysely))[0]?.machines).toMatchObject({ unsold: 756, left: 1 })
    await sound()
    const wrong = { source: 'test', externalId: 'one held', reference: 'r', reason: 'a mistake' }
    await database.inTransaction((db) => takeBackRevenue(db, wrong, clock))
    expect([await own('operator'), await balance(database, machine.machineId, 'machine')]).toEqual([operator + 90, 0])
    await sound()
  })

  test.each([
    ['the operator has had nothing of its machine', 0],
    ['the operator has had a share of its machine', 9000],
  ])('of a unit whose account was deleted is what it was not paid for, where %s', async (_what, unsold) => {
    const machine = await makeOffer(database.kysely, clock, {
      settlementType: 2,
      unitsTotal: 1,
      memberShareBp: 10_000,
      validityDays: 200,
    })
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 10_000, id, clock)
    if (unsold > 0) await trip(database, machine.deviceNumber, unsold, `unsold ${id}`, clock)
    clock.advance(minute)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(minute)
    await trip(database, machine.deviceNumber, 4600, `first ${id}`, clock)
    await trip(database, machine.deviceNumber, 10, `wrong ${id}`, clock)
    clock.advance(32 * day)
    await trip(database, machine.deviceNumber, 3390, `then ${id}`, clock)
    clock.advance(30 * day)
    await settlePeriod(database, periodAt('hourly', clock.now() - 60 * minute), clock)
    expect(await balance(database, id, 'pending')).toBe(8000)
    // Up to the end of the unit's first month.
    expect(await bookUnsoldShares(database, clock)).toBe(unsold)
    // As deleting the account leaves it. Something was earned that is never paid, more than is taken back.
    await trip(database, machine.deviceNumber, 50, `last ${id}`, clock)
    clock.advance(minute)
    const now = new Date(clock.now()).toISOString()
    const { rows: ended } = await sql<{ machineId: string }>`
      update unit set status = 'expired', settled_through = ${now} where member_id = ${id} returning machine_id`.execute(
      database.kysely,
    )
    await addToMachines(
      database.kysely,
      ended.map((it) => ({ ...it, freed: 1 })),
    )
    await database.kysely.updateTable('member').set({ deletedAt: now }).where('id', '=', id).execute()
    const operator = await own('operator')
    const wrong = { source: 'test', externalId: `wrong ${id}`, reference: `r ${id}`, reason: 'a mistake' }
    await database.inTransaction((db) => takeBackRevenue(db, wrong, clock))
    expect([await own('operator'), await balance(database, machine.machineId, 'machine')]).toEqual([operator, 40])
    await sound()
    // Once its last month is over, what it was not paid is the operator's.
    clock.advance(70 * day)
    expect(await bookUnsoldShares(database, clock)).toBe(40)
    expect(await balance(database, machine.machineId, 'machine')).toBe(0)
    await sound()
  })

  test('of a machine whose share can not be booked keeps no other waiting, and is told', async () => {
    const machines = await Promise.all(
      [1, 2, 3].map(() => makeOffer(database.kysely, clock, { settlementType: 0, memberShareBp: 10_000 })),
    )
    for (const it of machines) await trip(database, it.deviceNumber, 100, `unsold-${it.deviceNumber}`, clock)
    const [broken] = machines.toSorted((a, b) => (a.machineId < b.machineId ? -1 : 1))
    await asOwner(database, (db) =>
      sql`alter table machine_total add constraint broken check (
        unsold_through is null or machine_id <> ${sql.lit(broken!.machineId)})`.execute(db),
    )
    clock.advance(70 * day)
    await expect(bookUnsoldShares(database, clock)).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining(broken!.machineId) }],
    })
    const left = async () => await Promise.all(machines.map((it) => balance(database, it.machineId, 'machine')))
    expect((await left()).toSorted()).toEqual([0, 0, 100])
    await asOwner(database, (db) => sql`alter table machine_total drop constraint broken`.execute(db))
    await bookUnsoldShares(database, clock)
    expect(await left()).toEqual([0, 0, 0])
    await sound()
  })

  test('of sales is spent by its reference, once, as far as no order can be cancelled for it', async () => {
    const machine = await makeOffer(database.kysely, clock, { settlementType: 0, validityDays: 90 })
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 4000, id, clock)
    clock.advance(3 * day)
    const before = await own('sales')
    await buy(database, id, machine.productId, 2, clock)
    expect((await spend('sales', '0.01', `early-${id}`)).ok).toBe(before > 0)
    expect((await spend('sales', `${(before + 1) / 100}`, `more-${id}`)).lines.join()).toContain('cancelled')
    clock.advance(2 * day)
    expect((await spend('sales', '15.00', `bill-${id}`)).ok).toBe(true)
    expect((await spend('sales', '15.00', `bill-${id}`)).lines.join()).toContain('before')
    expect((await spend('sales', '14.00', `bill-${id}`)).ok).toBe(false)
    expect((await spend('sales', '99.00', `much-${id}`)).ok).toBe(false)
    expect(await own('sales')).toBe(before + 500 - (before > 0 ? 1 : 0))
    const [sheet] = await balanceSheets(database.kysely)
    expect(sheet).toMatchObject({ spent: 1500 + (before > 0 ? 1 : 0) })
    await sound()
  })

  test('is not the tax that was withheld, which leaves the books as spending when it is passed on', async () => {
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 700, id, clock)
    await database.inTransaction((db) => giveIncome(db, id, 1000, clock))
    await openAccounts(database.kysely, id, [{ code: 'withdrawing', asset: 'USD' }])
    const withheld = [
      { debit: { ownerId: id, code: 'income' }, credit: { ownerId: id, code: 'withdrawing' }, kind: 'withdrawal' },
      { debit: { ownerId: id, code: 'withdrawing' }, credit: house('tax'), kind: 'withdrawal_tax' },
    ]
    for (const it of withheld)
      await post(database.kysely, [{ ...it, amount: 155, asset: 'USD', ref: `tax of ${id}` }], clock)
    const before = (await balanceSheets(database.kysely))[0]!
    expect((await spend('tax', '1.56', `more-${id}`)).lines.join()).toContain('more than that account has')
    expect((await spend('tax', '1.05', `tax-${id}`)).lines.join()).toContain('tax has USD 0.50')
    const after = (await balanceSheets(database.kysely))[0]!
    expect([before.otherHouse - after.otherHouse, after.spent - before.spent, before.outside - after.outside]).toEqual([
      105, 105, 105,
    ])
    expect(after.claims).toBe(before.claims)
    const list = await operate({ database, clock, config: readConfig({}), log: silentLog }, ['fund', 'list'])
    expect(list.lines).toContain('tax  USD 0.50')
    await sound()
  })

  test("is never members' money: neither rule nor command takes a wallet's", async () => {
    expect((await spend('operator', '100000.00', 'all')).ok).toBe(false)
    const { rows } = await sql<{ debitCode: string }>`
      select debit_code from transfer_rule where kind = 'spending' order by 1`.execute(database.kysely)
    expect(rows.map((it) => it.debitCode)).toEqual(['operator', 'sales', 'tax'])
  })
})
