import { asOwner } from '#tests/support/as-owner.ts'
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { instant } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { setSetting } from '#server/db/settings.ts'
import { publishTerm } from '#server/features/wallet/deposits/terms.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { bareWorld } from './bare-world.ts'
import { bindCard } from './bound-card.ts'
import { makeMember, makeOffer, type Offered } from './ledger-world.ts'
import type { MoneyHistory } from './money-history.ts'
import { day, newState, weekly, type MoneyState } from './money-state.ts'
import { crashing } from './process-crash.ts'
import { secureClientFor, type SecureClient } from './secure-client.ts'
import type { ManualClock } from './manual-clock.ts'
import { term } from './wallet-history.ts'
import type { Person } from './world.ts'

/** The app, and the same app in processes that crash before (`killed`) or after (`lost`) the commit of a call. */
export interface Apps {
  live: SecureClient
  killed: SecureClient
  lost: SecureClient
}

/**
 * Members with cards, products, and the operator. `ids` has the server's id of what an act made, by the act's number.
 */
export interface MoneyWorld {
  run: string
  database: Database
  clock: ManualClock
  apps: Apps
  members: { memberId: string; cardId: string }[]
  offers: Offered[]
  ids: Map<number, string>
  /** Every key that was sent, with its act and the errno of its answer. */
  keys: Map<string, { kind: string; errno: number }>
  tokenOf(memberId: string): Promise<Person>
}

export const transactionPassword = '135790'
const week = 7 * day
/** In Jakarta, where the operator's weeks begin. */
const someMonday = Date.parse('2026-11-15T17:00:00.000Z')

/**
 * The whole app on a database. Returns a factory of worlds, each with its model; they share one clock, which only
 * advances.
 */
export async function moneyWorldsOn(
  database: Database,
  clock: ManualClock,
): Promise<(of: MoneyHistory) => Promise<{ world: MoneyWorld; state: MoneyState }>> {
  const { kysely: db } = database
  const app = await bareWorld(database, clock)
  const apps = {
    live: await secureClientFor(app.call),
    killed: await secureClientFor(app.callWith(crashingAlways(database, 'before'))),
    lost: await secureClientFor(app.callWith(crashingAlways(database, 'after'))),
  }
  await publishTerm(db, term)
  await setSetting(db, 'quantity_discount', { from: 5, bp: 200 })
  // Every level has the same terms; levels have tests of their own.
  await db
    .updateTable('level')
    .set({ withdrawalDiscountBp: 0, upgradeBonusPoints: 0, salaryRewardBp: 0, taxRateBp: 0 })
    .execute()
  const codes = ['reserve', 'gifts', 'salary', 'operator', 'sales', 'world']
  await openAccounts(
    database.kysely,
    null,
    codes.map((code) => ({ code, asset: 'USD' })),
  )
  return async (of) => {
    const monday = someMonday + Math.floor((clock.now() - someMonday) / week) * week
    const members: MoneyWorld['members'] = []
    for (let n = 0; n < of.members; n += 1) {
      const memberId = await makeMember(db, clock)
      await db
        .updateTable('member')
        .set({ transactionPasswordHash: cheapHash(transactionPassword) })
        .where('id', '=', memberId)
        .execute()
      members.push({ memberId, cardId: await bindCard(db, memberId) })
    }
    await employ(db, members[0]?.memberId ?? '', instant(monday - 1))
    const offers: Offered[] = []
    for (const { price, unitsTotal, term: validityDays, shareBp, settlementType } of of.products) {
      offers.push(
        await makeOffer(db, clock, { settlementType, unitsTotal, memberShareBp: shareBp, price, validityDays }),
      )
    }
    const tokens = new Map<string, string>()
    const world: MoneyWorld = {
      run: randomUUID(),
      database,
      clock,
      apps,
      members,
      offers,
      ids: new Map(),
      keys: new Map(),
      tokenOf: async (memberId) => {
        const name = `${memberId} ${clock.now()}`
        const token = tokens.get(name) ?? (await app.tokenOf(memberId))
        tokens.set(name, token)
        return { memberId, token }
      },
    }
    const { house } = await balanceSheet(world)
    return { world, state: newState({ now: clock.now(), monday, members: of.members, products: of.products, house }) }
  }
}

/** A database whose every transaction crashes. */
function crashingAlways(database: Database, when: 'before' | 'after'): Database {
  return { ...database, inTransaction: (work, last) => crashing(database, when).inTransaction(work, last) }
}

/** Every balance, in the model's shape. */
export async function balanceSheet({
  database,
  members,
  offers,
}: Pick<MoneyWorld, 'database' | 'members' | 'offers'>): Promise<
  Pick<MoneyState, 'members' | 'house'> & { machines: number[]; belowMinimum: number }
> {
  const { rows } = await sql<{ owner: string | null; code: string; balance: number; isBelow: boolean }>`
    with moved as materialized (
      select id, sum(change) as change from (
        select debit_id as id, -sum(amount) as change from transfer group by 1
        union all select credit_id, sum(amount) from transfer group by 1
      ) side group by 1
    )
    select nullif(owner_id, house()) as owner, code, coalesce(balance < floor, false) as is_below,
      (case when not rolled then balance else coalesce(moved.change, 0) end)::bigint as balance
    from account left join moved using (id) where asset in ('USD', 'GOLD')`.execute(database.kysely)
  const on = (owner: string | null, ...codes: string[]) =>
    rows.filter((it) => it.owner === owner && codes.includes(it.code)).reduce((sum, it) => sum + it.balance, 0)
  const house = (code: string) => on(null, code)
  return {
    members: members.map(({ memberId: id }) => ({
      recharge: on(id, 'recharge'),
      owed: 0 - on(id, 'recharge_debt'),
      income: on(id, 'income'),
      incomeOwed: 0 - on(id, 'income_debt'),
      pending: on(id, 'pending'),
      deposit: on(id, 'deposit', 'deposit_income'),
      withdrawing: on(id, 'withdrawing'),
      wages: on(id, 'wages'),
      gold: on(id, 'gold'),
    })),
    house: {
      operator: house('operator'),
      reserve: house('reserve'),
      gifts: house('gifts'),
      salary: house('salary'),
      sales: house('sales'),
      world: house('world'),
      promised: rows.filter((it) => it.code === 'promised').reduce((sum, it) => sum + it.balance, 0),
    },
    machines: offers.map((it) => on(it.machineId, 'machine')),
    belowMinimum: rows.filter((it) => it.isBelow).length,
  }
}

/** A contract that was signed and approved before a week began. */
export async function employ(db: Db, memberId: string, at: string): Promise<void> {
  const terms = {
    article: 'contract',
    work: [{ en: 'Cleaning' }],
    weeklySalary: weekly,
    currency: 'USD',
    paidFrom: { en: 'Salaries' },
    startsOn: '2026-01-01',
    endsOn: null,
    minimumLevel: 0,
  }
  await db
    .insertInto('contract')
    .values({
      memberId,
      version: 1,
      name: 'Sari',
      phone: '+6281234567890',
      education: 'bachelor',
      bankName: 'BCA',
      accountName: 'SARI',
      signature: '[]',
      terms: JSON.stringify(terms),
      idNumberSealed: '',
      idNumberTail: '',
      cardNumberSealed: '',
      cardNumberTail: '',
      keyId: 'none',
      submittedAt: at,
      state: 'approved',
      reviewedAt: at,
      remark: null,
      endedOn: null,
    })
    .execute()
}

/** Deletes contracts and unpaid wages, so that the next world shares no operator money with this one. */
export async function endContracts(database: Database): Promise<void> {
  await asOwner(database, async (db) => {
    await db.deleteFrom('contractBill').where('fundedAt', 'is', null).execute()
    await db.deleteFrom('contract').execute()
  })
}

/** An argon2id hash like the server's, with the cheapest parameters. */
function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: Buffer.from(password),
    nonce,
    tagLength: 32,
    memory: 8,
    passes: 1,
    parallelism: 1,
  })
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}
