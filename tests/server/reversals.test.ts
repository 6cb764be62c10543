import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UnitCard } from '#protocol/products.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { operate } from '#server/cli/operator/operate.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { closeMachine } from '#server/features/orders/machine-closing.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { exchangeIncome } from '#server/features/wallet/exchange/exchange.ts'
import { textOf } from '#server/notices/texts.ts'
import type { NoticeKind } from '#server/notices/texts/catalogue.ts'
import { detailOf } from '#server/features/wallet/bills/bill-detail.ts'
import { billsPage } from '#server/features/wallet/bills/bills.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { matureDeposits } from '#server/features/wallet/deposits/ending.ts'
import { openDeposit } from '#server/features/wallet/deposits/opening.ts'
import { publishTerm } from '#server/features/wallet/deposits/terms.ts'
import { payInCapital, setAside } from '#server/ledger/set-aside.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { debtsOf, paidDebtOf, writeOffDebts } from '#server/ledger/debts.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import {
  balance,
  buy,
  cancelAsShown,
  lateTrip,
  makeMember,
  makeOffer,
  settleDue,
  topUp,
  trip,
  type Offered,
} from '#tests/support/ledger-world.ts'
import { beforeCommit, whilePaying } from '#tests/support/overlap.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const hour = 3_600_000

describe.each(databases)('What was booked wrongly on $name', ({ open }) => {
  let database: Database
  let clock: ManualClock
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    clock = new ManualClock('2026-11-20T08:00:00.000Z')
  })
  afterAll(() => database.close())
  beforeEach(() => clock.advance(hour))

  const run = (...argv: string[]) =>
    operate({ database, clock, config: readConfig({}), log: silentLog }, [...argv, '--as', 'Ana', '--why', 'a test'])
  const reverse = (what: 'top-up' | 'revenue', id: string, reference: string, ...more: string[]) =>
    run(what, 'reverse', 'test', id, '--reference', reference, '--reason', 'Sent by mistake', ...more)
  const member = () => makeMember(database.kysely, clock)
  const held = async (id: string) => [
    await balance(database, id, 'recharge'),
    await balance(database, id, 'income'),
    await debtsOf(database.kysely, id),
  ]
  const offer = (): Promise<Offered> =>
    makeOffer(database.kysely, clock, { settlementType: 2, unitsTotal: 2, memberShareBp: 9000, validityDays: 10 })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settleDue(database, clock)
  }
  const claim = (memberId: string) => database.inTransaction((db) => claimIncome(db, { memberId, unitId: null }, clock))
  /** Leaves nothing in a wallet. */
  const spendAll = async (id: string, code: string) => {
    const amount = await balance(database, id, code)
    if (amount === 0) return
    await database.inTransaction((db) =>
      post(
        db,
        [
          {
            debit: { ownerId: id, code },
            credit: house('operator'),
            amount,
            asset: 'USD',
            kind: 'card_repayment',
            ref: `${id} ${code}`,
          },
        ],
        clock,
      ),
    )
  }
  /** As deleting the account leaves its units. */
  const forsake = async (id: string) => {
    await sql`update unit set status = 'expired', settled_through = ${new Date(clock.now())} where member_id = ${id}`.execute(
      database.kysely,
    )
    const units = await database.kysely.selectFrom('unit').select('machineId').where('memberId', '=', id).execute()
    const machines = units.map((it) => it.machineId)
    await database.kysely
      .updateTable('machineTotal')
      .set((eb) => ({ unitsFree: eb('unitsFree', '+', eb.ref('unitsHeld')), unitsHeld: 0 }))
      .where('machineId', 'in', machines)
      .execute()
  }
  const sound = async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    const { rows: foreign } = await sql`
      select unit_id from income_reversal
      left join unit on unit.member_id = income_reversal.member_id and unit.id = unit_id
      where unit.id is null`.execute(database.kysely)
    expect(foreign).toEqual([])
  }
  const bills = async (memberId: string) => {
    const of = { recharge: 'every kind', income: 'every kind' } as const
    const { items } = await billsPage(database.kysely, { memberId, of, limit: 20 }, clock)
    return items.map((it) => [it.kind, it.amount, it.subject])
  }
  /** What the newest message of a kind says, in English. */
  const told = async (memberId: string, kind: NoticeKind) => {
    const { params } = await database.kysely
      .selectFrom('message')
      .select('params')
      .where('memberId', '=', memberId)
      .where('kind', '=', kind)
      .orderBy('at', 'desc')
      .orderBy(sql`params->>'paidDebt'`)
      .executeTakeFirstOrThrow()
    return textOf(kind, params, 'en')?.line
  }

  test('as a top-up is taken back out of the wallet, once by its reference', async () => {
    const id = await member()
    await topUp(database, id, 900, id, clock)
    expect((await reverse('top-up', id, `r-${id}`, '--amount', '4.00')).ok).toBe(true)
    expect((await reverse('top-up', id, `r-${id}`, '--amount', '4.00')).lines.join()).toContain('before')
    expect(await held(id)).toEqual([500, 0, { recharge: 0, income: 0 }])
    expect((await reverse('top-up', id, `r-${id}`, '--amount', '5.00')).ok).toBe(false)
    expect((await reverse('top-up', id, `more-${id}`, '--amount', '5.01')).ok).toBe(false)
    expect((await reverse('top-up', 'never', `none-${id}`)).ok).toBe(false)
    expect((await reverse('top-up', id, `rest-${id}`)).ok).toBe(true)
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 0 }])
    expect((await bills(id)).slice(0, 2)).toEqual([
      ['topup_reversal', -500, 'Sent by mistake'],
      ['topup_reversal', -400, 'Sent by mistake'],
    ])
    await sound()
  })

  test('and spent meanwhile is owed, is told, and is paid first by what comes into that wallet', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1200, id, clock)
    const orderId = await buy(database, id, machine.productId, 1, clock)
    await reverse('top-up', id, `r-${id}`)
    expect(await held(id)).toEqual([0, 0, { recharge: 1000, income: 0 }])
    const [notice] = await database.kysely
      .selectFrom('message')
      .select(['params', 'route'])
      .where('memberId', '=', id)
      .where('kind', '=', 'money_taken_back')
      .execute()
    expect(notice).toMatchObject({
      params: { amount: 1200, owed: 1000, reason: 'Sent by mistake' },
      route: '/pages/my/historyList?wallet=recharge',
    })
    expect((await balanceSheets(database.kysely))[0]).toMatchObject({ debts: 1000 })
    await sound()
    await topUp(database, id, 300, `next-${id}`, clock)
    expect(await held(id)).toEqual([0, 0, { recharge: 700, income: 0 }])
    expect((await bills(id)).slice(0, 2)).toEqual([
      ['debt_netting', -300, null],
      ['topup', 300, 'test'],
    ])
    expect(await told(id, 'topup_received')).toBe(
      '$3.00 came into your recharge wallet. $3.00 of it paid what you owed.',
    )
    await giveIncome(database.kysely, id, 50, clock)
    const moved = await database.inTransaction((db) => exchangeIncome(db, { memberId: id, amount: 50 }, clock))
    expect(moved).toEqual({ currency: 'USD', amount: 50, recharge: 0, income: 0, paidDebt: 50 })
    expect(await held(id)).toEqual([0, 0, { recharge: 650, income: 0 }])
    await topUp(database, id, 50, `fifty-${id}`, clock)
    expect(await held(id)).toEqual([0, 0, { recharge: 600, income: 0 }])
    await cancelAsShown(database, { memberId: id, orderId }, clock)
    expect(await held(id)).toEqual([400, 0, { recharge: 0, income: 0 }])
    expect(await told(id, 'order_cancelled')).toBe(
      '$10.00 for Scooter went back to the wallet it came from. $6.00 of it paid what you owed.',
    )
    await topUp(database, id, 10, `last-${id}`, clock)
    expect(await held(id)).toEqual([410, 0, { recharge: 0, income: 0 }])
    await sound()
  })

  test('and comes back where that was the mistake: once, out of debt first, told, and can be taken back again', async () => {
    const id = await member()
    const giveBack = (reference: string) => run('top-up', 'give-back', reference, '--reason', 'It was yours')
    await topUp(database, id, 1000, id, clock)
    await spendAll(id, 'recharge')
    await topUp(database, id, 300, `more-${id}`, clock)
    await reverse('top-up', id, `r-${id}`)
    expect(await held(id)).toEqual([0, 0, { recharge: 700, income: 0 }])
    await topUp(database, id, 50, `fifty-${id}`, clock)
    expect((await giveBack(`r-${id}`)).lines).toEqual([
      'USD 10.00 given back. USD 6.50 of it paid what the member owed. They have been told.',
    ])
    expect(await held(id)).toEqual([350, 0, { recharge: 0, income: 0 }])
    expect((await giveBack(`r-${id}`)).lines).toEqual([`r-${id}: was given back before. Nothing was changed.`])
    expect((await giveBack(`never-${id}`)).ok).toBe(false)
    expect((await bills(id)).slice(0, 2)).toEqual([
      ['debt_netting', -650, null],
      ['reversal_undone', 1000, 'It was yours'],
    ])
    expect(await told(id, 'money_given_back')).toBe(
      '$10.00 that was taken back from you is in your recharge wallet again: It was yours. $6.50 of it paid what you owed.',
    )
    expect((await run('reversal', 'list')).lines.find((it) => it.includes(`r-${id}`))).toContain('GIVEN BACK')
    await sound()
    expect((await reverse('top-up', id, `r-${id}`)).lines.join()).toContain('by another reference')
    expect((await reverse('top-up', id, `again-${id}`)).ok).toBe(true)
    expect(await held(id)).toEqual([0, 0, { recharge: 650, income: 0 }])
    expect((await reverse('top-up', id, `more-than-all-${id}`, '--amount', '0.01')).ok).toBe(false)
    await sound()
    await database.kysely
      .updateTable('member')
      .set({ deletedAt: new Date(clock.now()).toISOString() })
      .where('id', '=', id)
      .execute()
    expect((await giveBack(`again-${id}`)).lines.join()).toContain('deleted account')
  })

  test('what paid a debt just before midnight is known just after it', async () => {
    const id = await member()
    await topUp(database, id, 100, id, clock)
    await spendAll(id, 'recharge')
    await reverse('top-up', id, `r-${id}`)
    const night = new ManualClock(`${instant(clock).slice(0, 10)}T23:59:59.999Z`)
    const kind = 'topup'
    await post(
      database.kysely,
      [
        {
          debit: house('world'),
          credit: { ownerId: id, code: 'recharge' },
          amount: 70,
          asset: 'USD',
          kind,
          ref: `n-${id}`,
        },
      ],
      night,
    )
    night.advance(1)
    expect(await paidDebtOf(database.kysely, { memberId: id, kind, ref: `n-${id}` }, night)).toBe(70)
  })

  test('and deposited meanwhile is owed, and the operator is told what lies in deposits that go on', async () => {
    const id = await member()
    await topUp(database, id, 5000, id, clock)
    await database.inTransaction(async (db) => {
      await payInCapital(db, { amount: 5100, currency: 'USD' }, clock)
      await setAside(db, { code: 'reserve', amount: 100, currency: 'USD' }, clock)
      await publishTerm(db, {
        id: 'month',
        currency: 'USD',
        days: 30,
        rateBp: 365,
        minimum: 100,
        maximum: 10_000,
        position: 0,
      })
      await openDeposit(
        db,
        { memberId: id, termId: 'month', amount: 5000, from: 'recharge', expectedInterest: 15 },
        clock,
      )
    })
    expect((await reverse('top-up', id, `d-${id}`)).lines).toEqual([
      'USD 50.00 taken back. The member owes USD 50.00 of it, and has been told.',
      'USD 50.00 of theirs from the recharge wallet lies in time deposits, which go on and pay interest.',
    ])
    clock.advance(30 * 24 * hour)
    await matureDeposits({ database, clock })
    expect(await held(id)).toEqual([0, 15, { recharge: 0, income: 0 }])
    expect(await told(id, 'deposit_matured')).toBe(
      '$50.00 went back to the wallet it came from, and $0.15 of interest was paid into your income wallet. $50.00 of it paid what you owed.',
    )
    await sound()
  })

  test('and spent on a machine that closes since is paid by what comes back, which the message says', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 2000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    await reverse('top-up', id, `r-${id}`, '--amount', '15.00')
    await pass(120 * hour)
    const closing = { deviceNumber: machine.deviceNumber, reason: 'Sold.' }
    await database.inTransaction((db) => closeMachine(db, closing, clock))
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 0 }])
    expect(await told(id, 'machine_closed')).toContain(
      ' $5.00 went back to the wallet it came from. $5.00 of it paid what you owed. Reason: ',
    )
    await sound()
  })

  test('takes the growth back that claiming it gave, and says so; what still waits gives none once it is claimed', async () => {
    const [machine, id] = [await offer(), await member()]
    const grown = async () =>
      (await database.kysely.selectFrom('member').select('growth').where('id', '=', id).executeTakeFirstOrThrow())
        .growth
    await topUp(database, id, 1000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 1000, `wrong-${id}`, clock)
    await trip(database, machine.deviceNumber, 400, `right-${id}`, clock)
    await pass(hour)
    await claim(id)
    // 4.50 and 1.80.
    expect([await held(id), await grown()]).toEqual([[0, 630, { recharge: 0, income: 0 }], 6])
    await trip(database, machine.deviceNumber, 2000, `waits-${id}`, clock)
    await pass(hour)
    await reverse('revenue', `wrong-${id}`, `r-${id}`)
    expect([await held(id), await grown()]).toEqual([[0, 180, { recharge: 0, income: 0 }], 1])
    expect(await told(id, 'money_taken_back')).toBe(
      '$4.50 was taken back from you: Sent by mistake. 5 growth points went with it. Your level stays.',
    )
    await reverse('revenue', `wrong-${id}`, `r-${id}`)
    await reverse('revenue', `waits-${id}`, `w-${id}`)
    expect(await grown()).toBe(0)
    await claim(id)
    expect([await held(id), await grown()]).toEqual([[0, 180, { recharge: 0, income: 0 }], 1])
    await sound()
  })

  test('as revenue is taken back from those who were paid of it; income that comes pays what they owe', async () => {
    const [machine, first, second] = [await offer(), await member(), await member()]
    for (const id of [first, second]) await topUp(database, id, 1000, id, clock)
    await buy(database, first, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 1000, `wrong-${first}`, clock)
    clock.advance(60_000)
    await buy(database, second, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 200, `right-${first}`, clock)
    await pass(hour)
    await claim(first)
    expect([await held(first), await balance(database, second, 'pending')]).toEqual([
      [0, 540, { recharge: 0, income: 0 }],
      90,
    ])
    expect((await reverse('revenue', `wrong-${first}`, `r-${first}`)).ok).toBe(true)
    expect((await reverse('revenue', `wrong-${first}`, `r-${first}`)).lines.join()).toContain('before')
    expect((await reverse('revenue', `wrong-${first}`, `again-${first}`)).ok).toBe(false)
    expect([await held(first), await balance(database, second, 'pending')]).toEqual([
      [0, 90, { recharge: 0, income: 0 }],
      90,
    ])
    await sound()
    // The bill that was paid still shows what it was paid out of.
    const { items } = await billsPage(
      database.kysely,
      { memberId: first, of: { pending: ['income'] }, limit: 20 },
      clock,
    )
    const detail = await detailOf(database.kysely, { memberId: first, id: items[0]?.id ?? '' })
    expect([detail.income?.sharedTotal, detail.income?.runs.map((it) => it.amount)]).toEqual([1080, [200, 1000]])
    await trip(database, machine.deviceNumber, 100, `later-${first}`, clock)
    await pass(hour)
    expect(await balance(database, second, 'pending')).toBe(135)
    await sound()
  })

  test('as revenue whose income was withdrawn becomes a debt, which a withdrawal pays that comes back after its arrival', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 4000, `wrong-${id}`, clock)
    await pass(hour)
    await claim(id)
    const amount = await balance(database, id, 'income')
    const cardId = await bindCard(database.kysely, id)
    const { arrives } = linesOf(amount, await termsOf(database.kysely, id))
    const wish = { memberId: id, amount, cardId, expectedArrival: arrives }
    const { id: withdrawal } = await database.inTransaction((db) => requestWithdrawal(db, wish, clock))
    for (const verb of ['approve', 'send', 'arrive']) await run('withdrawal', verb, withdrawal)
    await reverse('revenue', `wrong-${id}`, `r-${id}`)
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: amount }])
    expect(await run('withdrawal', 'return-arrived', withdrawal, '--reason', 'not-arrived')).toMatchObject({ ok: true })
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 0 }])
    expect(await told(id, 'withdrawal_returned')).toMatch(/ \$18\.00 of it paid what you owed\.$/)
    // The card's number lies under no key, which stops the next start.
    await database.kysely
      .updateTable('bankCard')
      .set({ numberSealed: null, numberDigest: null })
      .where('id', '=', cardId)
      .execute()
    await sound()
  })

  test('as revenue whose income was spent becomes a debt, and the feed that repeats it books nothing', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(60_000)
    const at = new Date(clock.now()).toISOString()
    const report = {
      source: 'test',
      externalId: `wrong-${id}`,
      deviceNumber: machine.deviceNumber,
      kind: 'trip' as const,
      startedAt: at,
      endedAt: at,
      distanceM: 1,
      amount: 3000,
      currency: 'USD',
    }
    await database.inTransaction((db) => bookRevenue(db, report, clock))
    await pass(hour)
    await claim(id)
    await buy(database, id, machine.productId, 1, clock, 'income')
    await reverse('revenue', `wrong-${id}`, `r-${id}`)
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 1000 }])
    expect((await database.inTransaction((db) => bookRevenue(db, report, clock))).counted).toBe(false)
    await sound()
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 400, `right-${id}`, clock)
    await pass(hour)
    await claim(id)
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 1000 - 360 }])
    await sound()
  })

  test('as revenue whose income waits to be claimed: units, their sums and Home answer, and nothing is below 0', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 200, `claimed-${id}`, clock)
    await pass(hour)
    await claim(id)
    await trip(database, machine.deviceNumber, 3000, `wrong-${id}`, clock)
    await pass(hour)
    const world = await bareWorld(database, clock)
    const token = await world.tokenOf(id)
    const read = async (path: string, args: object = {}) => {
      const { body } = await world.call(path, { method: 'GET', token, args })
      expect([path, body.errmsg, body.errno]).toEqual([path, expect.anything(), 0])
      return body.data
    }
    const first = async (path: string) => ((await read(path)) as { items: UnitCard[] }).items[0]
    const unitId = (await first('g/user/goods/list'))?.id
    const claimed = async () => {
      const { claimed: sum } = (await read('g/user/goods/total')) as { claimed: number }
      return [
        sum,
        ...[await first('g/user/goods/list'), await first('g/user/vehicle/list')].map((it) => it?.claimed),
        ...(await Promise.all(
          ['g/user/goods/info', 'g/user/vehicle/info'].map(
            async (path) => ((await read(path, { id: unitId })) as UnitCard).claimed,
          ),
        )),
      ]
    }
    expect(await claimed()).toEqual([90, 90, 90, 90, 90])
    expect((await reverse('revenue', `wrong-${id}`, `r-${id}`)).lines.slice(-2)).toEqual([
      'USD 30.00 taken back, from 1 members too. They owe USD 12.60 of it.',
      'USD 12.60 of that is ready to claim, and claiming it pays that.',
    ])
    // What is taken back was paid and not claimed; the claimed 90 went first, the rest is owed.
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 1350 - 90 }])
    expect(await told(id, 'money_taken_back')).toBe(
      '$13.50 was taken back from you: Sent by mistake. You owe $12.60 of it. $12.60 of that is ready to claim, and claiming it pays that.',
    )
    expect(await claimed()).toEqual([0, 0, 0, 0, 0])
    await read('home/indexV3')
    await claim(id)
    expect(await held(id)).toEqual([0, 90, { recharge: 0, income: 0 }])
    expect(await claimed()).toEqual([90, 90, 90, 90, 90])
    await sound()
  })

  test('as revenue of a cancelled order costs its buyer nothing', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    const orderId = await buy(database, id, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 200, `wrong-${id}`, clock)
    await pass(hour)
    await claim(id)
    await cancelAsShown(database, { memberId: id, orderId }, clock)
    expect(await held(id)).toEqual([910, 90, { recharge: 0, income: 0 }])
    await reverse('revenue', `wrong-${id}`, `r-${id}`)
    expect(await held(id)).toEqual([1000, 0, { recharge: 0, income: 0 }])
    expect(await told(id, 'money_taken_back')).toBe(
      '$0.90 was taken back from you: Sent by mistake. For what was cancelled, another $0.90 went back to your recharge wallet.',
    )
    expect(await bills(id)).toContainEqual(['refund', 90, 'Scooter'])
    await sound()
  })

  test('as revenue of two cancelled orders, paid from two wallets, not claimed yet: each wallet and debt is told', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    const [first, second] = [
      await buy(database, id, machine.productId, 1, clock),
      await database
        .inTransaction((db) => giveIncome(db, id, 1000, clock))
        .then(() => buy(database, id, machine.productId, 1, clock, 'income')),
    ]
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 200, `wrong-${id}`, clock)
    await pass(hour)
    for (const orderId of [first, second]) await cancelAsShown(database, { memberId: id, orderId }, clock)
    await reverse('top-up', id, `t-${id}`, '--amount', '9.50')
    await spendAll(id, 'income')
    expect(await held(id)).toEqual([0, 0, { recharge: 40, income: 0 }])
    clock.advance(1)
    await reverse('revenue', `wrong-${id}`, `r-${id}`)
    expect(await held(id)).toEqual([50, 0, { recharge: 0, income: 90 }])
    expect(await told(id, 'money_taken_back')).toBe(
      '$1.80 was taken back from you: Sent by mistake. You owe $0.90 of it. $0.90 of that is ready to claim, and claiming it pays that. For what was cancelled, another $0.90 went back to your recharge wallet. $0.40 of it paid what you owed. For what was cancelled, another $0.90 went back to your income wallet.',
    )
    await claim(id)
    expect(await held(id)).toEqual([50, 90, { recharge: 0, income: 0 }])
    await sound()
  })

  test.each(['recharge', 'income'] as const)(
    'as revenue of an order that was cancelled, paid from %s: nothing is left in the wallets of whoever has left since',
    async (wallet) => {
      const [machine, id] = [await offer(), await member()]
      await topUp(database, id, 1000, id, clock)
      if (wallet === 'income') await database.inTransaction((db) => giveIncome(db, id, 1000, clock))
      const orderId = await buy(database, id, machine.productId, 1, clock, wallet)
      clock.advance(60_000)
      await trip(database, machine.deviceNumber, 200, `wrong-${id}`, clock)
      await pass(hour)
      await claim(id)
      await cancelAsShown(database, { memberId: id, orderId }, clock)
      for (const from of ['recharge', 'income']) await spendAll(id, from)
      await database.kysely
        .updateTable('member')
        .set({ deletedAt: new Date(clock.now()).toISOString() })
        .where('id', '=', id)
        .execute()
      expect((await reverse('revenue', `wrong-${id}`, `r-${id}`)).ok).toBe(true)
      expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 0 }])
      const told = await database.kysely
        .selectFrom('message')
        .select('id')
        .where('memberId', '=', id)
        .where('kind', '=', 'money_taken_back')
        .execute()
      expect(told).toEqual([])
      await sound()
    },
  )

  test('and owed by a deleted account is written off by the operator, once, and by nobody while the member is there', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    await reverse('top-up', id, `r-${id}`)
    const [before] = await balanceSheets(database.kysely)
    expect((await run('debt', 'write-off', id)).lines.join()).toContain('what comes into the wallet pays the debt')
    await database.kysely
      .updateTable('member')
      .set({ phone: `deleted ${id}`, deletedAt: new Date(clock.now()).toISOString() })
      .where('id', '=', id)
      .execute()
    expect((await run('debt', 'list')).lines).toContain(`${id} (account deleted)  recharge_debt  USD 10.00`)
    expect(await run('debt', 'write-off', id)).toEqual({
      ok: true,
      lines: ['USD 10.00 owed to the recharge wallet is written off.'],
    })
    expect(await run('debt', 'write-off', id)).toEqual({
      ok: true,
      lines: [`${id} owes nothing. Nothing was changed.`],
    })
    expect((await run('debt', 'list')).lines.join()).not.toContain(id)
    const [after] = await balanceSheets(database.kysely)
    const { debts = 0, operator = 0, claims, outside } = before ?? {}
    expect(after).toMatchObject({ debts: debts - 1000, operator: operator - 1000, claims, outside })
    await sound()
  })

  test.each([
    ['cancelled', (id: string, orderId: string) => cancelAsShown(database, { memberId: id, orderId }, clock)],
    ['gone with its account', (id: string) => forsake(id)],
  ])('as revenue of a unit that is %s, whose place was sold again', async (_what, end) => {
    const machine = await offer()
    const [first, second] = [await member(), await member()]
    for (const id of [first, second]) await topUp(database, id, 2000, id, clock)
    const orderId = await buy(database, first, machine.productId, 2, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 200, `wrong-${first}`, clock)
    await pass(hour)
    await claim(first)
    await end(first, orderId)
    clock.advance(60_000)
    await buy(database, second, machine.productId, 2, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 400, `right-${first}`, clock)
    await pass(hour)
    const back = await reverse('revenue', `wrong-${first}`, `r-${first}`)
    expect([back.ok, back.lines.join()]).toEqual([true, expect.stringContaining('USD 2.00 taken back, from 1 members')])
    expect(await balance(database, first, 'income')).toBe(0)
    expect(await balance(database, second, 'pending')).toBe(360)
    await sound()
  })

  test('as revenue that a settlement is paying at that moment', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1000, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 200, `wrong-${id}`, clock)
    const period = periodAt('hourly', clock.now())
    clock.advance(hour)
    const back = await whilePaying(database, { period, memberId: id, clock }, () =>
      reverse('revenue', `wrong-${id}`, `r-${id}`),
    )
    expect(back.ok).toBe(true)
    expect([await balance(database, id, 'pending'), await held(id)]).toEqual([90, [0, 0, { recharge: 0, income: 90 }]])
    await claim(id)
    expect(await held(id)).toEqual([0, 0, { recharge: 0, income: 0 }])
    await sound()
  })

  test('as revenue of the very instant of a purchase, after revenue that came late: who bought after it loses nothing', async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 5000, id, clock)
    clock.advance(hour)
    // By name, their rows could be in any order.
    const before = Array.from({ length: 6 }, (_, n) => `before-${n}-${id}`)
    for (const it of before) await trip(database, machine.deviceNumber, 1000, it, clock)
    await buy(database, id, machine.productId, 1, clock)
    await trip(database, machine.deviceNumber, 2000, `after-${id}`, clock)
    await lateTrip(database, machine.deviceNumber, 500, `late-${id}`, clock, hour / 2)
    await pass(2 * hour)
    expect(await balance(database, id, 'pending')).toBe(900)
    for (const it of before) {
      expect((await reverse('revenue', it, `r-${it}`)).ok).toBe(true)
      await sound()
    }
    await claim(id)
    expect(await held(id)).toEqual([4000, 900, { recharge: 0, income: 0 }])
    await reverse('revenue', `after-${id}`, `r-after-${id}`)
    expect(await held(id)).toEqual([4000, 0, { recharge: 0, income: 0 }])
    await sound()
  })

  test('is told by messages that led nowhere before, and lead to its wallet once the database is carried over', async () => {
    const routes = async () =>
      (await database.kysely.selectFrom('message').select(['id', 'route']).orderBy('id').execute()).map(
        (it) => it.route,
      )
    const before = await routes()
    const asBefore = sql`update message set route = '/pages/my/walletDetail' where kind = 'money_taken_back'`
    await asOwner(database, async (db) => {
      await asBefore.execute(db)
      await sql.raw(readFileSync('server/db/migrations/169_message_routes.sql', 'utf8')).execute(db)
    })
    expect(new Set(before)).toContain('/pages/my/historyList?wallet=income')
    expect(await routes()).toEqual(before)
  })

  test("is written off while money comes in: all of that is the member's", async () => {
    const [machine, id] = [await offer(), await member()]
    await topUp(database, id, 1200, id, clock)
    await buy(database, id, machine.productId, 1, clock)
    await reverse('top-up', id, `r-${id}`)
    const [written, came] = await beforeCommit(
      database,
      (db) => writeOffDebts(db, id, clock),
      () => topUp(database, id, 300, `next-${id}`, clock),
    )
    expect([written.status, came.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await held(id)).toEqual([300, 0, { recharge: 0, income: 0 }])
    await sound()
  })

  // Citus runs no triggers: who may not delete there has no right to it.
  test.skipIf(isOnCitus)('is never deleted', async () => {
    const id = await member()
    await topUp(database, id, 100, id, clock)
    await reverse('top-up', id, `r-${id}`)
    await expect(asOwner(database, (db) => sql`delete from reversal`.execute(db))).rejects.toMatchObject({
      code: 'VF002',
    })
  })

  test('is owed as a debt that never turns into credit', async () => {
    const { rows: inDebt } = await sql<{ ownerId: string }>`
      select wallet.owner_id from account wallet join account debt on debt.owner_id = wallet.owner_id
      where wallet.code = 'recharge' and wallet.balance > 0 and debt.code = 'recharge_debt' limit 1`.execute(
      database.kysely,
    )
    const id = inDebt[0]!.ownerId
    await expect(
      asOwner(database, (db) =>
        sql`select write_postings(now(),
          array[row(${id}::uuid, 'recharge', ${id}::uuid, 'recharge_debt', 'USD', 1, 'debt_netting', 'x', null)::posting])`.execute(
          db,
        ),
      ),
    ).rejects.toThrow('violates check constraint "account_debt"')
  })
})
