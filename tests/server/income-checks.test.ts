import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database, Db } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { reconcileBooks } from '#server/features/wallet/books/reconciling.ts'
import { house } from '#server/ledger/accounts.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import type { Reach } from '#server/ledger/checks/book.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { duePeriods } from '#server/ledger/periods.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { silentLog } from '#server/log.ts'
import { databases } from '#tests/support/databases.ts'
import { buy, makeMember, makeOffer, settleDue, topUp, trip, type Offered } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { asPostedBefore } from '#tests/support/old-income.ts'
import { ProcessCrash } from '#tests/support/process-crash.ts'
import { tampered } from '#tests/support/tampered.ts'

const hour = 3_600_000
const day = 24 * hour
const reaches = ['open days', 'all days'] as const

describe.each(databases)('Income on its way from machines to members on $name', ({ open }) => {
  let database: Database
  let members: string[]
  let machines: Offered[]
  const clock = new ManualClock('2026-10-27T08:00:00.000Z')

  const today = () => new Date(clock.now()).toISOString().slice(0, 10)
  const nightly = () => reconcileBooks({ database, clock, log: silentLog }, 'open days')
  const earn = async () => {
    for (const { deviceNumber } of machines.slice(0, 2)) await trip(database, deviceNumber, 1000, randomUUID(), clock)
    const [pile, endedAt] = [machines[2]!.deviceNumber, new Date(clock.now()).toISOString()]
    const session = { source: 'test', externalId: randomUUID(), deviceNumber: pile, startedAt: endedAt, endedAt }
    const report = { ...session, kind: 'session' as const, energyWh: 1, amount: 1000, currency: 'USD' }
    await database.inTransaction((db) => bookRevenue(db, report, clock))
    clock.advance(2 * hour)
  }
  const checksIn = async (db: Db, reach: Reach) =>
    [...new Set((await reconcile(db, reach)).map((it) => it.check))].toSorted()
  const checks = (change: string, reach: Reach) => tampered(database, change, (db) => checksIn(db, reach))
  const isSound = async () => {
    for (const reach of reaches) expect([reach, await reconcile(database.kysely, reach)]).toEqual([reach, []])
  }
  const uncleared = async () =>
    (
      await sql<{ amount: number }>`
        select coalesce(sum(amount), 0)::bigint as amount from uncleared_income, unnest(amounts) amount`.execute(
        database.kysely,
      )
    ).rows[0]!.amount
  const totalsOfClearing = async () =>
    (
      await sql<{ code: string; total: number }>`
        with clearing as materialized (select id, code from account where owner_id = house() and code like '%clearing')
        select code, sum(amount)::bigint as total
        from clearing join (
          select debit_id as id, -amount as amount from transfer union all select credit_id, amount from transfer
        ) side using (id) group by 1 order by 1`.execute(database.kysely)
    ).rows.map((it) => it.total)
  const sheet = async () => (await balanceSheets(database.kysely))[0]!
  /** Pays the first member and dies before the second: nothing is cleared. */
  const payAndCrash = async () => {
    const last = await database.kysely
      .selectFrom('unit')
      .select((it) => it.fn.max('pendingAccountId').as('id'))
      .executeTakeFirstOrThrow()
    const settleAll = async () => {
      for (const period of await duePeriods(database.kysely, clock))
        await settlePeriod(database, period, clock, (_, { from, to, paid }) =>
          paid.length > 0 && from <= last.id && last.id < to ? Promise.reject(new ProcessCrash()) : Promise.resolve(),
        )
    }
    await expect(settleAll()).rejects.toBeInstanceOf(ProcessCrash)
    // Chunks may be paid side by side.
    await vi.waitFor(async () => expect(await uncleared()).toBeGreaterThan(0))
  }

  beforeAll(async () => {
    database = await open()
    await ensurePartitions(database.kysely, clock)
    await seedReference(database.kysely)
    members = [await makeMember(database.kysely, clock), await makeMember(database.kysely, clock)]
    machines = []
    for (let n = 0; n < 3; n += 1)
      machines.push(await makeOffer(database.kysely, clock, { settlementType: 2, validityDays: 60 }))
    await sql`update machine set kind = 'pile' where id = ${machines[2]!.machineId}`.execute(database.kysely)
    for (const memberId of members) {
      await topUp(database, memberId, 100_000, memberId, clock)
      for (const machine of machines) await buy(database, memberId, machine.productId, 2, clock)
    }
    // Two days of each form that will be closed, and two that stay open.
    for (const form of ['before', 'before', 'new', 'new', 'before', 'new']) {
      const started = today()
      await earn()
      await settleDue(database, clock)
      if (form === 'before') await asPostedBefore(database, started)
      await database.inTransaction((db) => claimIncome(db, { memberId: members[0]!, unitId: null }, clock))
      expect((await nightly()).findings).toEqual([])
      clock.advance(22 * hour)
    }
  })
  afterAll(() => database.close())

  test('income posted by unit and income posted by account lie in one book', async () => {
    const { rows } = await sql<{ form: string; isClosed: boolean }>`
      select case when ref like '%/vehicle' or ref like '%/pile' then 'by account' when ref like '%/machine/%' then 'clearing'
          else 'by unit' end as form, day <= (select day from kept_through) as is_closed
      from transfer where kind = 'income' group by 1, 2 order by 1, 2`.execute(database.kysely)
    expect(rows.map((it) => `${it.form} ${it.isClosed ? 'closed' : 'open'}`)).toEqual(
      ['by account', 'by unit', 'clearing'].flatMap((form) => [`${form} open`, `${form} closed`]),
    )
    await isSound()
    expect(await totalsOfClearing()).toEqual([0, 0])
  })

  const closed = 'day <= (select day from kept_through)'
  const opened = 'day > (select day from kept_through)'
  const posted = 'line was posted'
  const lacking = 'income has its line'
  const ofMachine = 'income came from its machine'
  const clearing = 'clearing equals uncleared'
  const one = (ref: string, when: string) =>
    `(select max(id) from transfer where kind = 'income' and ref ~ '${ref}' and ${when})`
  const forms = { account: '/(vehicle|pile)$', unit: '[0-9a-f-]{36}$' }
  const again = (id: string) => `
    insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
    select owner_id, day + 1, at + interval '1 day', debit_id, credit_id, asset, amount, kind, ref from transfer where id = ${id}`
  const account = (n: number) => `(select account_id from machine order by kind desc, account_id offset ${n} limit 1)`
  const faults = (when: string): [string, string, string[]][] => [
    ...Object.entries(forms).flatMap(([form, ref]): [string, string, string[]][] => [
      [`income by ${form} is gone`, `delete from transfer where id = ${one(ref, when)}`, [posted]],
      [`income by ${form} is less`, `update transfer set amount = amount - 1 where id = ${one(ref, when)}`, [posted]],
      [`income by ${form} is more`, `update transfer set amount = amount + 1 where id = ${one(ref, when)}`, [lacking]],
      [
        `income by ${form} is of another reference`,
        `update transfer set ref = ref || 'x' where id = ${one(ref, when)}`,
        [posted, lacking],
      ],
      [`income by ${form} is posted again`, again(one(ref, when)), [lacking]],
    ]),
    [
      'it names another account',
      `update transfer set ref = regexp_replace(ref, '[0-9]+/([a-z]+)$', '1/\\1') where id = ${one(forms.account, when)}`,
      [posted, lacking],
    ],
    [
      'it comes from the other clearing account',
      `update transfer set debit_id = other.id
        from (select id from account where owner_id = house() and code like '%clearing') other
        where other.id <> debit_id and transfer.id = ${one(forms.account, when)}`,
      [clearing, posted, lacking],
    ],
    [
      'one kind of machine pays for the other',
      `update transfer set amount = amount + case when ref like '%vehicle' then 1 else -1 end
        where kind = 'income' and ref in (
          select regexp_replace(ref, '[a-z]+$', other) from transfer, unnest('{vehicle,pile}'::text[]) other
          where id = ${one(forms.account, when)})`,
      [clearing, posted, lacking],
    ],
    ['a machine is not cleared', `delete from transfer where id = ${one('/machine/', when)}`, [clearing, ofMachine]],
    ['a machine is cleared twice', again(one('/machine/', when)), [clearing, ofMachine]],
    [
      'another machine is cleared',
      `with moved as (
          update transfer set debit_id = other.account_id from machine other join machine given on given.id <> other.id
          where transfer.id = ${one('/machine/', `${when} and debit_id = ${account(0)}`)}
            and given.account_id = ${account(0)} and other.account_id = ${account(1)}
          returning given.account_id as given, other.account_id as other, amount
        ) update account set balance = balance + case id when given then amount else -amount end
        from moved where id in (given, other)`,
      [ofMachine],
    ],
  ]

  test.each(faults(opened))('%s: found at night on an open day, and by a full look', async (_, change, wanted) => {
    for (const reach of reaches) expect(await checks(change, reach)).toEqual(expect.arrayContaining(wanted))
  })

  test.each(faults(closed))('%s: found on a closed day by a full look', async (_, change, wanted) => {
    expect(await checks(change, 'all days')).toEqual(expect.arrayContaining(wanted))
  })

  const paidWhen = (when: string, line = 'settlement_line') => `(${line}.period, (
    select pending_account_id / 10000 from unit where member_id = ${line}.member_id and id = unit_id)) in (
    select period, chunk from settlement_run where (done_at at time zone 'UTC')::date ${when} (select day from kept_through))`
  test.each([
    ['set amount = amount + 1', posted],
    ['set amount = amount - 1', lacking],
  ])('a line that says something else than was paid: %s', async (change, found) => {
    for (const reach of reaches)
      expect(await checks(`update settlement_line ${change} where ${paidWhen('>')}`, reach)).toContain(found)
    expect(await checks(`update settlement_line ${change} where ${paidWhen('<=')}`, 'all days')).toContain(found)
  })

  test('a line that is gone is named by period, account and kind of machine', async () => {
    const change = `delete from settlement_line where (member_id, unit_id, period) in (
      select line.member_id, unit_id, period from settlement_line line
      join unit on unit.member_id = line.member_id and unit.id = unit_id join machine on machine.id = machine_id
      where kind = 'pile' and ${paidWhen('>', 'line')} order by 1, 2, 3 limit 1)`
    for (const reach of reaches) {
      const found = await tampered(database, change, (db) => reconcile(db, reach))
      const { subject, ...sums } = found.find((it) => it.check === 'income has its line')!
      expect(subject).toMatch(/^hourly\/2026-1\d-\d\dT\d\d\/\d+\/pile$/)
      expect(sums.found - sums.expected).toBe(160)
    }
  })

  test('what closed settlements say they paid is compared with what members got', async () => {
    const change = `update settlement_run set amount = amount + 1 where done_at at time zone 'UTC' < (select day from kept_through)`
    expect(await checks(change, 'open days')).toEqual([lacking])
  })

  test('a settlement of a closed day that is posted again on an open one is found at night', async () => {
    const change = `insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
      select owner_id, kept_through.day + 1, at + (kept_through.day + 1 - transfer.day) * interval '1 day', debit_id, credit_id, asset, amount, kind, ref from transfer, kept_through
      where id = ${one(forms.account, `transfer.${closed}`)}`
    expect(await checks(change, 'open days')).toContain(lacking)
  })

  test('a line that is not where lines of open days are looked for is found by its income', async () => {
    expect(await checks(`update unit set settlement_type = 1`, 'open days')).toEqual([])
  })

  describe('while members are paid and machines not cleared', () => {
    let before: Awaited<ReturnType<typeof sheet>>
    beforeAll(async () => {
      await earn()
      // It will be cleared on the next day.
      clock.advance(13 * hour)
      before = await sheet()
      await payAndCrash()
    })

    test('the books are sound, and say what is really left to machines', async () => {
      await isSound()
      const [amount, now] = [await uncleared(), await sheet()]
      expect(amount).toBe(6 * 160)
      expect((await totalsOfClearing()).toSorted()).toEqual([-4 * 160, -2 * 160].toSorted())
      expect(now).toEqual({
        ...before,
        claims: before.claims + amount,
        members: before.members.map((it) => (it.account === 'pending' ? { ...it, amount: it.amount + amount } : it)),
        machines: {
          ...before.machines,
          paidOut: before.machines.paidOut + amount,
          left: before.machines.left - amount,
        },
      })
      expect(now.otherHouse).toBe(0)
      expect(now.machines.left).toBe(
        now.machines.booked - now.machines.operatorFee - now.machines.paidOut - now.machines.unsold,
      )
      expect(now.outside).toBe(
        now.claims - now.debts + now.machines.left + now.reserve + now.operator + now.sales + now.otherHouse,
      )
    })

    test.each([
      ['what is uncleared is forgotten', `delete from uncleared_income`, [clearing, ofMachine]],
      ['it is not what was paid', `update uncleared_income set amounts[1] = amounts[1] + 1`, [clearing, ofMachine]],
      [
        'it is of another machine',
        `update uncleared_income set accounts = array_replace(accounts, ${account(0)}, ${account(1)})`,
        [ofMachine],
      ],
      [
        'it is of a machine of the other kind',
        `update uncleared_income set accounts = array_replace(accounts, ${account(0)}, ${account(2)})`,
        [clearing, ofMachine],
      ],
      [
        'it is of no machine',
        `update uncleared_income set accounts = array_replace(accounts, ${account(0)}, (select min(id) from account))`,
        [clearing, ofMachine],
      ],
      [
        'it is more than the machine has taken in',
        `update uncleared_income set amounts[1] = amounts[1] + 1000000`,
        [clearing, ofMachine, 'income within revenue', 'units can be paid'],
      ],
    ])('%s', async (_, change, wanted) => {
      for (const reach of reaches) expect(await checks(change, reach)).toEqual(wanted.toSorted())
    })

    test('what is uncleared is not there for anything else', async () => {
      const { machineId: ownerId, accountId } = machines[0]!
      const debit = { ownerId, code: 'machine' }
      const { balance } = await database.kysely
        .selectFrom('account')
        .select('balance')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      const amount = balance - 1
      const putBack = new Error('put it back')
      for (const reach of reaches)
        await expect(
          database.inTransaction(async (db) => {
            await sql`update unit set status = 'expired', is_owed = false`.execute(db)
            await sql`update machine_total set units_free = units_free + units_held, units_held = 0`.execute(db)
            await post(
              db,
              [{ debit, credit: house('operator'), amount, asset: 'USD', kind: 'unsold_share', ref: 'x' }],
              clock,
            )
            expect(await checksIn(db, reach)).toEqual(['units can be paid'])
            throw putBack
          }),
        ).rejects.toBe(putBack)
    })

    test('it is cleared on the next day, and both days are closed', async () => {
      const paidOn = today()
      clock.advance(2 * hour)
      expect(today()).not.toBe(paidOn)
      await settleDue(database, clock)
      expect([await uncleared(), await totalsOfClearing()]).toEqual([0, [0, 0]])
      for (let nights = 0; nights < 4; nights += 1) {
        expect((await nightly()).findings).toEqual([])
        await isSound()
        clock.advance(day)
      }
      const { rows } = await sql`select day from kept_through where day > ${paidOn}`.execute(database.kysely)
      expect(rows).toHaveLength(1)
    })
  })
})
