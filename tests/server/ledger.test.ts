import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import {
  accountOf,
  balanceOf,
  balancesOf,
  house,
  openAccounts,
  openMachineAccount,
  openMemberAccounts,
} from '#server/ledger/accounts.ts'
import { billsOf } from '#server/ledger/bills.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { AlreadyPosted, BelowMinimumBalance, post, type Transfer } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { runOverlapping, waits } from '#tests/support/overlap.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

describe.each(databases)('The ledger on $name', ({ name, open }) => {
  let database: Database
  const clock = new ManualClock('2026-11-20T08:00:00.000Z')
  beforeAll(async () => {
    database = await open()
    // Before anything is posted: a new database has the months from today on, and rows that lie in none keep theirs
    // from being made.
    await ensurePartitions(database.kysely, clock)
  })
  afterAll(() => database.close())

  const posted = (...transfers: Transfer[]) => database.inTransaction((db) => post(db, transfers, clock))
  const member = async (amount = 0) => {
    const id = randomUUID()
    await openMemberAccounts(database.kysely, id, 'USD')
    if (amount > 0) await posted(topup(id, amount))
    return id
  }
  /** What no code may. */
  const setBalances = (balance: RawBuilder<unknown>, ownerId: string) =>
    asOwner(database, async (db) => {
      if (!isOnCitus) await sql`alter table account disable trigger account_balance`.execute(db)
      await sql`update account set balance = ${balance} where owner_id = ${ownerId}::uuid`.execute(db)
      if (!isOnCitus) await sql`alter table account enable trigger account_balance`.execute(db)
    })
  const books = async (id: string) =>
    Object.fromEntries((await balancesOf(database.kysely, id)).map(({ code, balance }) => [code, balance]))

  test('moves both balances with the transfer', async () => {
    const id = await member()
    const world = { ...house('world'), asset: 'USD' }
    const before = await balanceOf(database.kysely, world)
    await posted(topup(id, 500), {
      debit: { ownerId: id, code: 'recharge' },
      credit: { ownerId: null, code: 'sales' },
      amount: 200,
      asset: 'USD',
      kind: 'purchase',
      ref: randomUUID(),
    })
    expect(await books(id)).toEqual({ recharge: 300, income: 0, pending: 0, gold: 0, lucky: 0 })
    expect(await balanceOf(database.kysely, world)).toBe(before - 500)
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('lets nobody below their floor, and undoes what came with it', async () => {
    const id = await member(100)
    const sales = house('sales')
    const pay = (amount: number): Transfer => ({
      debit: { ownerId: id, code: 'recharge' },
      credit: sales,
      amount,
      asset: 'USD',
      kind: 'purchase',
      ref: randomUUID(),
    })
    await expect(posted(pay(60), pay(41))).rejects.toThrow(BelowMinimumBalance)
    expect((await books(id))['recharge']).toBe(100)
    await posted(pay(60), pay(40))
    expect((await books(id))['recharge']).toBe(0)
  })

  test('lets two spend the same money once', async () => {
    const id = await member(100)
    const spend = () =>
      posted({
        debit: { ownerId: id, code: 'recharge' },
        credit: { ownerId: null, code: 'sales' },
        amount: 70,
        asset: 'USD',
        kind: 'purchase',
        ref: randomUUID(),
      })
    const outcomes = await Promise.allSettled([spend(), spend(), spend()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await books(id))['recharge']).toBe(30)
  })

  test('posts one kind for one reference once a day', async () => {
    const id = await member()
    const once = topup(id, 10)
    await posted(once)
    await expect(posted(once)).rejects.toThrow(AlreadyPosted)
    expect((await books(id))['recharge']).toBe(10)
  })

  test('posts one reference once for two at once, and tells the other', async () => {
    const id = await member()
    const once = topup(id, 10)
    const outcomes = await Promise.allSettled([posted(once), posted(once)])
    expect(outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []))).toEqual([
      expect.any(AlreadyPosted),
    ])
    await expect(posted(topup(id, 1), { ...once, amount: 1 }, { ...once, amount: 2 })).rejects.toThrow(AlreadyPosted)
    expect((await books(id))['recharge']).toBe(10)
  })

  test('posts in one request, and opens what the house lacks in an asset once for two at once', async () => {
    let requests = 0
    const counted = database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        requests += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const capital = (ref: string): Transfer => ({
      debit: house('world'),
      credit: house('operator'),
      amount: 5,
      asset: 'XTS',
      kind: 'capital',
      ref,
    })
    const ids = await Promise.all([
      post(counted, [capital('a'), capital('b')], clock),
      post(counted, [capital('c')], clock),
    ])
    expect(ids.map((it) => it.length)).toEqual([2, 1])
    const { rows: refs } = await sql<{ ref: string }>`
      select ref from unnest(${ids[0]}::bigint[]) with ordinality as given(id, n) join transfer using (id) order by n`.execute(
      database.kysely,
    )
    expect(refs).toEqual([{ ref: 'a' }, { ref: 'b' }])
    expect(requests).toBe(2)
    expect(await balanceOf(database.kysely, { ...house('operator'), asset: 'XTS' })).toBe(15)
    await expect(
      posted({ ...capital('d'), credit: { ownerId: randomUUID(), code: 'operator' } }),
    ).rejects.toMatchObject({ code: 'VF006' })
  })

  test('a posting that waited for an account is refused like any other, and changes nothing', async () => {
    // With statistics of many accounts another plan is taken, which looks differently at a row that was waited for.
    await asOwner(database, async (db) => {
      await sql`insert into account (owner_id, code, asset, floor, rolled)
        select gen_random_uuid(), 'recharge', 'USD', 0, false from generate_series(1, 30000)`.execute(db)
    })
    await asOwner(database, (db) => sql`analyze account`.execute(db))
    const id = await member(100)
    const pay = (amount: number): Transfer => ({
      debit: { ownerId: id, code: 'recharge' },
      credit: house('sales'),
      amount,
      asset: 'USD',
      kind: 'purchase',
      ref: randomUUID(),
    })
    let isPosted = () => {}
    let goOn = () => {}
    const posting = new Promise<void>((resolve) => (isPosted = resolve))
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const first = database.inTransaction(async (db) => {
      await post(db, [pay(60)], clock)
      isPosted()
      await held
    })
    await posting
    const outcome = posted(pay(50)).then(
      () => 'posted',
      (cause: unknown) => cause,
    )
    if (database.kind === 'postgres') await expect.poll(() => waits(database, 1)).toBe(true)
    goOn()
    await first
    expect(await outcome).toBeInstanceOf(BelowMinimumBalance)
    expect(await books(id)).toMatchObject({ recharge: 40 })
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('a payment waits for what is just coming in, and takes it', async () => {
    const id = await member(10)
    const [came, paid] = await runOverlapping(
      database,
      (db) => post(db, [topup(id, 100)], clock),
      (db) =>
        post(
          db,
          [{ ...topup(id, 70), debit: { ownerId: id, code: 'recharge' }, credit: house('sales'), kind: 'purchase' }],
          clock,
        ),
    )
    expect([came.status, paid.status]).toEqual(['fulfilled', 'fulfilled'])
    expect((await books(id))['recharge']).toBe(40)
  })

  test('looks rows up by an index, also after large postings of the same session', async () => {
    const id = await member()
    // The statistics of a session also count what earlier transactions of it have not reported yet.
    const scans = async (db: Database['kysely']) =>
      (
        await sql`select relname, seq_scan from pg_stat_xact_user_tables
          where relname ~ '^(account|transfer)' order by relname`.execute(db)
      ).rows
    // Opens the account of the world, which the house has from its first use on.
    await posted(topup(id, 1))
    await asOwner(database, async (db) => {
      for (let round = 0; round < 6; round += 1)
        await sql`select cardinality(write_postings(${new Date(clock.now()).toISOString()}::timestamptz,
            array_agg(row(house(), 'world', ${id}::uuid, 'recharge', 'USD', 1, 'topup', ${id} || '/' || ${round}::int || '/' || n,
          null)::posting)))
          from generate_series(1, 3000) n`.execute(db)
    })
    for (let round = 0; round < 8; round += 1)
      await database.inTransaction(async (db) => {
        const before = await scans(db)
        await post(db, [topup(id, 1)], clock)
        expect(await scans(db)).toEqual(before)
      })
    expect((await books(id))['recharge']).toBe(18_009)
  })

  // On Citus each of thousands of savepoints is one on every machine.
  test.skipIf(isOnCitus)('allows exactly what its rules say, from every account to every other', async () => {
    const id = await member()
    await openMachineAccount(database.kysely, id, 'USD')
    const known = await database.kysely.selectFrom('accountCode').selectAll().orderBy('code').execute()
    const codes = known.map((it) => it.code)
    const external = new Set(known.filter((it) => it.rolled).map((it) => it.code))
    for (const code of codes)
      await openAccounts(database.kysely, external.has(code) ? null : id, [{ code, asset: 'USD' }])
    // The operator needs money of its own, or setting it aside would be rejected for that reason.
    await posted({
      debit: { ownerId: null, code: 'world' },
      credit: { ownerId: null, code: 'operator' },
      amount: 1000,
      asset: 'USD',
      kind: 'capital',
      ref: randomUUID(),
    })
    await posted({
      debit: { ownerId: null, code: 'world' },
      credit: { ownerId: id, code: 'machine' },
      amount: 1000,
      asset: 'USD',
      kind: 'revenue',
      ref: randomUUID(),
    })
    for (const [debit, credit, kind] of [
      [{ ownerId: null, code: 'world' }, { ownerId: id, code: 'recharge' }, 'topup'],
      [{ ownerId: id, code: 'recharge' }, { ownerId: null, code: 'sales' }, 'purchase'],
    ] as const)
      await posted({ debit, credit, amount: 1000, asset: 'USD', kind, ref: randomUUID() })
    // Tax is spent as far as it was withheld.
    for (const [debit, credit, kind] of [
      [{ ownerId: null, code: 'operator' }, { ownerId: null, code: 'gifts' }, 'gift_funding'],
      [{ ownerId: null, code: 'gifts' }, { ownerId: id, code: 'income' }, 'gift_code'],
      [{ ownerId: id, code: 'income' }, { ownerId: id, code: 'withdrawing' }, 'withdrawal'],
      [{ ownerId: id, code: 'withdrawing' }, { ownerId: null, code: 'tax' }, 'withdrawal_tax'],
    ] as const)
      await posted({ debit, credit, amount: 10, asset: 'USD', kind, ref: randomUUID() })
    // So that every account has a balance, and no rejection below is for want of one.
    await setBalances(sql`case when code like '%\\_debt' then -1000 else 1000 end`, id)

    const rules = await database.kysely.selectFrom('transferRule').selectAll().execute()
    const allowed = new Set(rules.map((rule) => `${rule.kind} ${rule.debitCode} ${rule.creditCode}`))
    const owners = codes.map((code) => (external.has(code) ? null : id))
    const kinds = [...new Set(rules.map(({ kind }) => kind)), 'interest']
    // Thousands of combinations, tried inside the database; each is rolled back at once.
    const outcomes = await database.inTransaction(async (db) => {
      await sql`
      create function pg_temp.attempt(kind text, debit_owner uuid, debit text, credit_owner uuid, credit text) returns text
      language plpgsql as $$ begin
        perform post_transfers('2026-11-20T08:00:00Z', jsonb_build_array(jsonb_build_object('debit_owner', debit_owner,
          'debit_code', debit, 'credit_owner', credit_owner, 'credit_code', credit, 'asset', 'USD', 'amount', 1, 'kind', kind,
          'ref', gen_random_uuid())));
        raise exception 'it passed' using errcode = 'VF000';
      exception when others then return sqlstate; end $$`.execute(db)
      const { rows } = await sql<{ kind: string; debit: string; credit: string; outcome: string }>`
      select kind, debit.code as debit, credit.code as credit,
        pg_temp.attempt(kind, debit.owner, debit.code, credit.owner, credit.code) as outcome
      from unnest(${kinds}::text[]) kind, unnest(${codes}::text[], ${owners}::uuid[]) as debit(code, owner),
        unnest(${codes}::text[], ${owners}::uuid[]) as credit(code, owner)`.execute(db)
      return rows
    })
    expect(outcomes).toHaveLength(kinds.length * codes.length ** 2)
    const passed = outcomes.filter((it) => it.outcome === 'VF000').map((it) => `${it.kind} ${it.debit} ${it.credit}`)
    const refusals = new Set(outcomes.filter((it) => it.outcome !== 'VF000').map((it) => it.outcome))
    expect(passed.toSorted()).toEqual([...allowed].toSorted())
    expect(refusals).toEqual(new Set(['VF001']))
    await setBalances(sql`case code when 'machine' then 1000 else 0 end`, id)
  })

  test('pays income in money out of machines and what the operator set aside, and out of nothing else', async () => {
    const rules = await database.kysely.selectFrom('transferRule').selectAll().execute()
    // Returns: the code that posts them knows which wallet the money came from.
    const back = new Set(['refund', 'closing_refund', 'withdrawal_return'])
    // The operator's own, and what left the books: it comes back as revenue of machines only.
    const ends = new Set(['operator', 'world'])
    const sourcesOf = (codes: ReadonlySet<string>): ReadonlySet<string> => {
      const more = new Set([
        ...codes,
        ...rules
          .filter((rule) => codes.has(rule.creditCode) && !ends.has(rule.creditCode) && !back.has(rule.kind))
          .map((rule) => rule.debitCode),
      ])
      return more.size === codes.size ? more : sourcesOf(more)
    }
    // Through any number of transfers: neither top-ups nor payments for units may become income.
    const sources = sourcesOf(new Set(['pending', 'income']))
    expect([...sources]).toEqual(expect.arrayContaining(['machine', 'promised', 'reserve', 'operator']))
    expect([...sources].filter((code) => ['recharge', 'deposit', 'sales', 'gold', 'lucky'].includes(code))).toEqual([])
    const into = (...codes: string[]) =>
      rules
        .filter((rule) => codes.includes(rule.creditCode))
        .map((rule) => `${rule.kind}: ${rule.debitCode} to ${rule.creditCode}`)
        .toSorted()
    // But for what a reversal gives back, which leaves the machine for outside in the same step.
    expect(into('machine')).toEqual([
      'fee_reversal: operator to machine',
      'income_debt: income_debt to machine',
      'income_reversal: income to machine',
      'revenue: world to machine',
      'unsold_return: operator to machine',
    ])
    expect(into('pending')).toEqual(['income: machine to pending'])
    // Interest comes from the reserve through the deposit's escrow account, and the reserve is the operator's own
    // money.
    expect(into('promised')).toEqual(['deposit_promise: reserve to promised'])
    expect(into('reserve')).toEqual(['promise_return: promised to reserve', 'reserve_funding: operator to reserve'])
    expect(into('deposit', 'deposit_income')).toEqual([
      'deposit: income to deposit_income',
      'deposit: recharge to deposit',
    ])
    expect(into('gifts', 'prizes', 'salary')).toEqual([
      'gift_funding: operator to gifts',
      'prize_funding: operator to prizes',
      'salary_funding: operator to salary',
    ])
    // What had left comes back from where it went.
    expect(into('withdrawing')).toEqual([
      'withdrawal: income to withdrawing',
      'withdrawal_fee_return: operator to withdrawing',
      'withdrawal_paid_return: world to withdrawing',
      'withdrawal_tax_return: tax to withdrawing',
    ])
    // The operator's own money is what they paid in, what they are paid for services, what was given up with an
    // account, and what they had set aside of it. The price of units is not theirs to pay out.
    const fundReturns = ['gifts', 'prizes', 'reserve', 'salary'].map((fund) => `fund_return: ${fund} to operator`)
    expect(into('operator').filter((rule) => rule.startsWith('fund_return'))).toEqual(fundReturns)
    expect(
      into('operator').filter(
        (rule) => !/^(capital|operator_fee|unsold_share|withdrawal_fee|card_repayment|given_up|fund_return)/.test(rule),
      ),
    ).toEqual([])
    expect(into('operator').filter((rule) => rule.includes('sales') || rule.includes('deposit'))).toEqual([])
  })

  test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER * 4, Number.MAX_VALUE])(
    'refuses an amount of %d',
    async (amount) => {
      const id = await member(100)
      const codes = /^(23514|22P02|22003|VF004)$/
      // More than an account can hold is told as more than its other side has.
      const refused = (failure: { code?: string; cause?: { code?: string } }) =>
        codes.test(failure.code ?? failure.cause?.code ?? '')
      await expect(posted(topup(id, amount))).rejects.toSatisfy(refused)
      expect((await books(id))['recharge']).toBe(100)
    },
  )

  test('refuses another asset than its accounts hold', async () => {
    const id = await member()
    for (const [ownerId, asset] of [
      [id, 'USD'],
      [randomUUID(), 'GOLD'],
    ] as const)
      await expect(
        posted({
          debit: house('mint'),
          credit: { ownerId, code: 'gold' },
          amount: 1,
          asset,
          kind: 'sign_reward',
          ref: randomUUID(),
        }),
      ).rejects.toMatchObject({ code: 'VF006' })
  })

  // Distributed tables have no triggers; the rights of the role that the server runs as stay.
  test.skipIf(isOnCitus).each([
    'update transfer set amount = 1',
    'delete from transfer',
    'truncate transfer',
    `insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
      select credit.owner_id, '2026-11-20', '2026-11-20T08:00:00Z', debit.id, credit.id, 'USD', 1, 'topup', 'by hand'
      from account debit, account credit where debit.code = 'world' and credit.code = 'recharge' limit 1`,
    'update account set balance = 1000000 where floor = 0',
    'update account set seq = 0',
    'update account set rolled = true, floor = null',
    'delete from account',
    `insert into account (owner_id, code, asset, balance, floor, rolled) values (house(), 'recharge', 'USD', 5, 0, false)`,
  ])('refuses by itself, also to who owns it: %s', async (statement) => {
    await member(10)
    await expect(asOwner(database, (db) => sql.raw(statement).execute(db))).rejects.toMatchObject({ code: 'VF002' })
  })

  test('finds in the books what was changed behind its back', async () => {
    const id = await member(50)
    const account = await accountOf(database.kysely, { ownerId: id, code: 'recharge', asset: 'USD' })
    await expect(
      asOwner(database, async (db) => {
        if (!isOnCitus) await sql`alter table account disable trigger account_balance`.execute(db)
        await sql`update account set balance = balance + 1 where id = ${account}`.execute(db)
        expect(await reconcile(db)).toEqual([
          { check: 'balance equals transfers', subject: `account ${account}`, expected: 50, found: 51 },
          { check: 'asset sums to zero', subject: 'USD', expected: 0, found: 1 },
        ])
        throw new Error('put it back')
      }),
    ).rejects.toThrow('put it back')
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('lists a bill page by page, newest first, over months', async () => {
    const id = await member()
    const account = await accountOf(database.kysely, { ownerId: id, code: 'recharge', asset: 'USD' })
    const of = { memberId: id, accountId: account }
    const local = new ManualClock('2026-10-28T23:59:00.000Z')
    const wanted: number[] = []
    for (let n = 1; n <= 9; n += 1) {
      const spend = n % 3 === 0
      await database.inTransaction((db) =>
        post(
          db,
          [
            spend
              ? {
                  debit: { ownerId: id, code: 'recharge' },
                  credit: { ownerId: null, code: 'sales' },
                  amount: n,
                  asset: 'USD',
                  kind: 'purchase',
                  ref: randomUUID(),
                  memo: { n },
                }
              : topup(id, n * 10),
          ],
          local,
        ),
      )
      wanted.unshift(spend ? -n : n * 10)
      local.advance(5 * day)
    }
    const found: number[] = []
    let after: string | undefined
    do {
      const page = await billsOf(database.kysely, of, { after, limit: 4 })
      expect(page.items.length).toBeLessThanOrEqual(4)
      found.push(...page.items.map(({ change }) => change))
      after = page.next
    } while (after !== undefined)
    expect(found).toEqual(wanted)

    const purchases = await billsOf(database.kysely, of, {
      limit: 10,
      kinds: ['purchase'],
      since: '2026-11-01T00:00:00.000Z',
      until: '2026-12-01T00:00:00.000Z',
    })
    expect(purchases.items).toMatchObject([
      { change: -6, at: '2026-11-22T23:59:00.000Z', day: '2026-11-22', memo: { n: 6 } },
      { change: -3 },
    ])
    expect(purchases.next).toBeUndefined()
    await expect(billsOf(database.kysely, of, { limit: 4, after: '2026-99-99.x' })).rejects.toThrow(RangeError)
  })

  test('keeps a month of its own ready for what comes, and whatever comes without one', async () => {
    const far = new ManualClock('2031-05-31T12:00:00.000Z')
    const id = await member()
    const table = async () =>
      (
        await sql<{
          name: string
        }>`select regexp_replace(tableoid::regclass::text, '_\\d{5,}$', '') as name from transfer where day >= '2031-01-01'
          and credit_id = (select id from account where owner_id = ${id} and code = 'recharge') order by day`.execute(
          database.kysely,
        )
      ).rows.map(({ name }) => name)
    await database.inTransaction((db) => post(db, [topup(id, 1)], far))
    expect(await table()).toEqual(['transfer_default'])
    await ensurePartitions(database.kysely, far)
    await ensurePartitions(database.kysely, far)
    far.advance(day)
    await database.inTransaction((db) => post(db, [topup(id, 1)], far))
    expect(await table()).toEqual(['transfer_default', 'transfer_2031_06'])
  })

  // The embedded database runs one transaction at a time. On Citus a month waits for payments, or for the next call.
  test.runIf(name === 'PostgreSQL' && !isOnCitus)(
    'makes a month beside a payment that is not committed yet, and beside what waits behind it',
    async () => {
      const [id, other] = [await member(), await member()]
      const made = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const paying = database.inTransaction(async (db) => {
        await post(db, [topup(id, 7)], clock)
        begun.resolve()
        await made.promise
        await post(db, [topup(id, 5)], clock)
      })
      await begun.promise
      await ensurePartitions(database.kysely, new ManualClock('2033-02-28T12:00:00.000Z'))
      const { rows } = await sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits where inhparent = 'transfer'::regclass
          and inhrelid::regclass::text like 'transfer_2033%' order by 1`.execute(database.kysely)
      await posted(topup(other, 3))
      made.resolve()
      await paying
      expect(rows.map((it) => it.name)).toEqual(['transfer_2033_02', 'transfer_2033_03', 'transfer_2033_04'])
      expect([await books(id), await books(other)]).toMatchObject([{ recharge: 12 }, { recharge: 3 }])
    },
  )
})

function topup(memberId: string, amount: number): Transfer {
  return {
    debit: { ownerId: null, code: 'world' },
    credit: { ownerId: memberId, code: 'recharge' },
    amount,
    asset: 'USD',
    kind: 'topup',
    ref: randomUUID(),
  }
}
