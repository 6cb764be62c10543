import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { billDetail, statement, type moneyTotals, type StatementLine } from '#protocol/books.ts'
import { earnReceive, exchange, streamList } from '#protocol/wallet.ts'
import type { Database } from '#server/db/open.ts'
import { reconcileBooks } from '#server/features/wallet/books/reconciling.ts'
import { setAside, payInCapital } from '#server/ledger/set-aside.ts'
import { openDeposit } from '#server/features/wallet/deposits/opening.ts'
import { publishTerm } from '#server/features/wallet/deposits/terms.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { chainAllBills, chainBills } from '#server/ledger/chain.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Log } from '#server/log.ts'
import { silentLog } from '#server/log.ts'
import { checkChain, rootOf } from '#src/lib/bill-chain.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { makeMachine, makeUnits } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { tampered } from '#tests/support/tampered.ts'

const hour = 3_600_000
const day = 24 * hour
const currency = 'USD'
const firstLine = `(settlement_line.member_id, settlement_line.unit_id, settlement_line.period) in (
  select member_id, unit_id, period from settlement_line order by 1, 2, 3 limit 1)`

describe.each(databases)('Books that prove themselves on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  let memberId: string
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const at = () => new Date(clock.now()).toISOString()

  const heard = async <C extends Call>(call: C, args: ArgsInput<C>, who = memberId) =>
    (await world.call(call.path, { method: call.method, args, token: await world.tokenOf(who) })).body
  const ask = async <C extends Call>(call: C, args: ArgsInput<C>, who = memberId): Promise<Answer<C>> => {
    const body = await heard(call, args, who)
    expect([call.path, body.errno, body.errmsg]).toEqual([call.path, 0, ''])
    return body.data as Answer<C>
  }
  const topUp = (amount: number, who = memberId) =>
    database.inTransaction((db) =>
      creditTopUp(
        db,
        { source: 'test', externalId: randomUUID(), memberId: who, amount, currency, receivedAt: at() },
        clock,
      ),
    )
  const wholeStatement = async (from: string, to: string, limit = 1000) => {
    const first = await ask(statement, { from, to, limit })
    const lines: StatementLine[] = [...first.items]
    for (let { next } = first; next !== undefined;) {
      const page = await ask(statement, { from, to, limit, after: next })
      lines.push(...page.items)
      next = page.next
    }
    return { ...first, items: lines }
  }
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    memberId = (await world.member()).memberId
    const machine = await makeMachine(database.kysely, { unitsTotal: 4, memberShareBp: 6000 })
    await makeUnits(database.kysely, {
      memberId,
      machine,
      count: 2,
      settlementType: 2,
      activeFrom: at(),
      expiresAt: new Date(clock.now() + 30 * day).toISOString(),
    })
    await topUp(10_000)
    clock.advance(10 * 60_000)
    await shopOn(database, clock).earn(machine, 1000)
    clock.advance(hour)
    await settle({ database, clock })
    clock.advance(60_000)
    await ask(earnReceive, { before: at() })
    clock.advance(day)
    await ask(exchange, { from: 'income', to: 'recharge', amount: 100 })
    await publishTerm(database.kysely, {
      id: 'month',
      currency,
      days: 30,
      rateBp: 365,
      minimum: 1,
      maximum: 1_000_000,
      position: 0,
    })
    await database.inTransaction(async (db) => {
      await payInCapital(db, { amount: 500, currency }, clock)
      await setAside(db, { code: 'reserve', amount: 200, currency }, clock)
      await openDeposit(db, { memberId, termId: 'month', amount: 5000, from: 'recharge', expectedInterest: 15 }, clock)
    })
  })
  afterAll(() => database.close())

  test('a statement adds up, and the browser can check every line of it', async () => {
    const all = await wholeStatement('2026-01-01', '2026-12-31')
    expect(all.items.map(({ number, account, kind, amount }) => [number, account, kind, amount])).toEqual([
      [1, 'recharge', 'topup', 10_000],
      [2, 'pending', 'income', 300],
      [3, 'pending', 'income_claim', -300],
      [4, 'income', 'income_claim', 300],
      [5, 'income', 'exchange', -100],
      [6, 'recharge', 'exchange', 100],
      [7, 'recharge', 'deposit', -5000],
      [8, 'deposit', 'deposit', 5000],
    ])
    expect(all.previous).toBe(await rootOf(memberId))
    expect(await checkChain(all.previous, all.items)).toEqual({ holds: true, last: all.last })
    expect(all.opening.map((it) => it.amount)).toEqual(all.opening.map(() => 0))
    expect(Object.fromEntries(all.closing.map((it) => [it.account, it.amount]))).toEqual({
      recharge: 5100,
      income: 200,
      pending: 0,
      deposit: 5000,
      gold: 0,
      lucky: 0,
    })
  })

  test('a period begins where the one before it ended, and pages are one chain', async () => {
    const before = await wholeStatement('2026-11-01', '2026-11-20', 2)
    const after = await wholeStatement('2026-11-21', '2026-11-21', 3)
    expect([before.lines, after.lines]).toEqual([4, 4])
    expect(after.opening).toEqual(
      before.closing
        .map((it) => after.opening.find((other) => other.account === it.account && other.amount === it.amount) ?? it)
        .concat(after.opening.filter((it) => !before.closing.some((other) => other.account === it.account))),
    )
    expect(after.previous).toBe(before.last)
    expect(await checkChain(before.previous, [...before.items, ...after.items])).toEqual({
      holds: true,
      last: after.last,
    })
    const none = await wholeStatement('2026-11-22', '2026-11-30')
    expect([none.lines, none.items, none.previous, none.last]).toEqual([0, [], after.last, after.last])
    expect(none.opening).toEqual(after.closing)
    const early = await wholeStatement('2026-01-01', '2026-01-31')
    expect([early.lines, early.previous, early.last]).toEqual([0, await rootOf(memberId), await rootOf(memberId)])
    expect((await heard(statement, { from: '2026-11-22', to: '2026-11-21' })).errno).toBe(400)
    expect((await heard(statement, { from: '2026-11-01', to: '2026-11-21', after: 'x' })).errmsg).toContain('after')
  })

  test('a line that is changed, left out, swapped or put in breaks it', async () => {
    const { previous, items } = await wholeStatement('2026-01-01', '2026-12-31')
    const holds = async (lines: readonly StatementLine[], from = previous) => (await checkChain(from, lines)).holds
    expect(await holds(items)).toBe(true)
    for (const [at_, line] of items.entries()) {
      const changes: Partial<StatementLine>[] = [
        { amount: line.amount + 1 },
        { at: '2026-11-20T06:00:00.001Z' },
        { kind: 'topup_' },
        { account: 'gold' },
        { currency: 'EUR' },
        { ref: `${line.ref} ` },
        { id: line.id + 1 },
        { number: line.number + 1 },
        { hash: previous },
      ]
      for (const change of changes) expect(await holds(items.with(at_, { ...line, ...change }))).toBe(false)
    }
    expect(await checkChain(previous, items.toSpliced(3, 1))).toEqual({ holds: false, brokenAt: 5 })
    expect(await holds(items.toSpliced(3, 0, items[2] as StatementLine))).toBe(false)
    expect(await holds([items[1], items[0], ...items.slice(2)] as StatementLine[])).toBe(false)
    expect(await holds(items, await rootOf(randomUUID()))).toBe(false)
    expect(await holds(items.slice(4), items[3]?.hash)).toBe(true)
  })

  test('what was chained stays as it was, whoever asks at once and whatever comes late', async () => {
    const before = await wholeStatement('2026-01-01', '2026-12-31')
    await Promise.all([1, 2, 3].map(() => topUp(1)))
    await Promise.all([1, 2, 3].map(() => database.inTransaction((db) => chainBills(db, memberId))))
    // A transfer of an earlier day that is committed only now: its link comes last.
    const old = new ManualClock('2026-11-01T06:00:00.000Z')
    await database.inTransaction((db) =>
      creditTopUp(
        db,
        {
          source: 'test',
          externalId: randomUUID(),
          memberId,
          amount: 7,
          currency,
          receivedAt: '2026-11-01T05:00:00.000Z',
        },
        old,
      ),
    )
    const after = await wholeStatement('2026-01-01', '2026-12-31')
    expect(after.items.slice(0, before.items.length)).toEqual(before.items)
    expect(after.items.slice(before.items.length).map((it) => it.amount)).toEqual([1, 1, 1, 7])
    expect(await checkChain(after.previous, after.items)).toMatchObject({ holds: true })
    // Distributed tables have no triggers.
    for (const change of isOnCitus ? [] : [`update bill_link set hash = 'x'`, 'delete from bill_link'])
      await expect(asOwner(database, (db) => sql.raw(change).execute(db))).rejects.toMatchObject({ code: 'VF002' })

    const [bill] = (await ask(streamList, { limit: 1 })).items
    const { link } = await ask(billDetail, { id: bill?.id ?? '' })
    expect(after.items.map((it) => it.hash)).toContain(link?.hash)
  })

  test('the nightly look chains everybody, keeps what it found and tells everybody where the money is', async () => {
    expect((await world.call('books/totals', { method: 'GET' })).body).toMatchObject({ errno: 0, data: null })
    const others = await Promise.all([1, 2, 3].map(async () => (await world.member()).memberId))
    for (const other of others) await topUp(1000, other)
    const said: string[] = []
    const log: Log = {
      info: (event) => {
        said.push(event)
      },
      error: (event) => {
        said.push(event)
      },
    }
    const seen = await reconcileBooks({ database, clock, log }, 'open days')
    expect([seen.isSound, seen.findings, said]).toEqual([true, [], ['books are sound']])
    expect(seen.checks.filter((it) => it.wrong > 0)).toEqual([])
    // Nothing was taken back, or withdrawn here; every other check had something to look at.
    expect(seen.checks.filter((it) => it.looked === 0).map((it) => it.check)).toEqual([
      'claims are confirmed',
      'taken back once',
      'withdrawal is kept',
      'prize is kept',
      'unowned is kept',
      // No day was closed before.
      'closed days are kept',
    ])
    expect(await chainAllBills(database)).toBe(0)

    const { body } = await world.call('books/totals', { method: 'GET' })
    const data = body.data as Answer<typeof moneyTotals>
    expect(data).toMatchObject({ at: at(), isSound: true })
    const [usd] = data?.totals ?? []
    if (!usd) throw new Error('no totals')
    const members = usd.members.reduce((sum, it) => sum + it.amount, 0)
    expect(members).toBe(10_000 + 300 + 10 + 3000)
    expect(usd).toMatchObject({
      currency,
      promised: 15,
      claims: members + 15,
      reserve: 185,
      operator: 500 - 200 + 400,
      sales: 0,
      otherHouse: 0,
      machines: { booked: 1000, operatorFee: 400, paidOut: 300, left: 300 },
    })
    expect(usd.outside).toBe(
      usd.claims - usd.debts + usd.machines.left + usd.reserve + usd.operator + usd.sales + usd.otherHouse,
    )
    expect(data?.totals).toHaveLength(1)
  })

  test('and says loudly what does not agree', async () => {
    const checks = async (change: string) =>
      new Set((await tampered(database, change, reconcile)).map((it) => it.check))
    expect(await reconcile(database.kysely)).toEqual([])
    expect(
      await checks(`update account set balance = balance + 1 where code = 'recharge' and owner_id = '${memberId}'`),
    ).toEqual(new Set(['balance equals transfers', 'asset sums to zero']))
    const ofTransfers = new Set(['balance equals transfers', 'bill chain holds', 'bills are in their days'])
    expect(await checks(`update transfer set amount = amount + 1 where kind = 'exchange'`)).toEqual(ofTransfers)
    expect(await checks(`delete from transfer where kind = 'exchange'`)).toEqual(ofTransfers)
    const ofLinks = new Set(['bill chain holds', 'bills are in their days'])
    expect(await checks(`delete from bill_link where number = 2`)).toEqual(ofLinks)
    const ofDays = ['balance = balance + 1', 'first = first - 1', 'last = last + 1', 'change = change - 1']
    for (const change of [...ofDays, 'movements = movements + 1'])
      expect(await checks(`update bill_day set ${change}`)).toEqual(new Set(['bills are in their days']))
    expect(await checks(`update revenue set amount = amount - 1, share = 0`)).toEqual(
      new Set(['revenue was booked', 'unit is paid its share']),
    )
    expect(await checks(`update unit set paid = paid + 1`)).toEqual(new Set(['unit is paid its share']))
    expect(await checks(`update revenue set share_total_after = 0`)).toEqual(new Set(['unit is paid its share']))
    expect(await checks(`delete from settlement_line where ${firstLine}`)).toEqual(
      new Set(['income has its line', 'income came from its machine', 'unit is paid its share']),
    )
    expect(await checks(`update income_of_day set amounts[1] = amounts[1] + 1`)).toEqual(
      new Set(['income is in its days']),
    )
    expect(await checks(`update time_deposit set principal = principal + 1`)).toEqual(new Set(['deposit is kept']))
    expect(await checks(`update time_deposit set interest = interest + 1`)).toEqual(new Set(['deposit is kept']))
    // The house has paid out money that belongs to members.
    expect(
      await checks(
        `insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
          select house(), '2026-11-21', '2026-11-21T08:00:00Z', sales, world, 'USD', 1000000, 'purchase', 'x'
          from (
            select max(id) filter (where code = 'sales') as sales, max(id) filter (where code = 'world') as world
            from account where owner_id = house() and asset = 'USD'
          ) house`,
      ),
    ).toEqual(new Set(['claims within assets']))

    const said: unknown[] = []
    const log: Log = {
      ...silentLog,
      error: (event, _, facts) => {
        said.push([event, facts])
      },
    }
    const {
      rows: [line],
    } = await asOwner(database, (db) =>
      sql<{ period: string; accountId: number }>`
        update settlement_line set amount = amount + 1 from unit
        where unit.member_id = settlement_line.member_id and unit.id = unit_id and ${sql.raw(firstLine)}
        returning period, pending_account_id as account_id`.execute(db),
    )
    await reconcileBooks({ database, clock, log }, 'open days')
    expect(said).toEqual([
      [
        'THE BOOKS DO NOT AGREE',
        expect.objectContaining({
          findings: expect.arrayContaining([
            {
              check: 'line was posted',
              subject: `${line?.period}/${line?.accountId}/vehicle`,
              expected: 301,
              found: 300,
            },
          ]) as unknown,
        }),
      ],
    ])
    const { body } = await world.call('books/totals', { method: 'GET' })
    expect(body.data).toMatchObject({
      isSound: false,
      checks: expect.arrayContaining([{ check: 'line was posted', looked: 2, wrong: 1 }]) as unknown,
    })
  })
})
