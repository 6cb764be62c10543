import { sql, type RawBuilder } from 'kysely'
import { type Clock, instant } from '../clock.ts'
import { addToMachines, lockMachines } from '../db/machine-totals.ts'
import type { Database, Db } from '../db/open.ts'
import { forEachConcurrently } from './concurrently.ts'
import { daysByZone, zonesOfMembers } from './income-days.ts'
import type { Period, PeriodType } from './periods.ts'

/**
 * Account ids per chunk: few enough that claims wait little for its locks, enough that one statement does much work.
 */
const chunkSize = 10_000

/** What a settlement paid: how many units, and minor units over all currencies (a checksum, not an amount to show). */
export interface Settled {
  lines: number
  amount: number
}

/**
 * Runs in the transaction of a chunk after its lines are written: members are told exactly when they are paid. The
 * chunk's units are those with `from <= pending_account_id < to`; `paid` is what each member was paid for all of
 * theirs, in minor units, at the instant `at`, which is on `days` in the zones where it isn't on UTC's.
 */
export type OnChunkSettled = (
  db: Db,
  chunk: { period: Period; from: number; to: number; paid: readonly Paid[]; at: string; days: DaysByZone },
) => Promise<void>

type DaysByZone = ReturnType<typeof daysByZone>

interface Paid {
  memberId: string
  amount: number
  currency: string
}

/**
 * Settles a period: pays every unit of its type what it earned before the period's end and before its own expiry, less
 * what it was paid before. Each chunk is a transaction of its own. It can be stopped anywhere and called again, also by
 * two processes at once. A period of type expiry also ends the units that expired, and pays those that expired before
 * and have late revenue. Gives what this call paid: nothing when the period was settled before.
 */
export async function settlePeriod(
  database: Database,
  period: Period,
  clock: Clock,
  onChunkSettled?: OnChunkSettled,
): Promise<Settled> {
  const total: Settled = { lines: 0, amount: 0 }
  // The members of chunks are others; those of an expiry lock the same machines.
  const hasRoomBeside = (own: number) => period.type !== 'expiry' && database.hasRoomBeside(own)
  const chunks = await chunksOf(database.kysely, period)
  const timeZones = chunks.length > 0 ? await zonesOfMembers(database.kysely) : []
  await forEachConcurrently(chunks, hasRoomBeside, async (chunk) => {
    const settled = await database.inTransaction((db) =>
      settleChunk(db, period, { ...chunk, timeZones }, clock, onChunkSettled),
    )
    total.lines += settled.lines
    total.amount += settled.amount
  })
  await database.inTransaction(async (db) => {
    await clearIncome(db, clock)
    await mark(db, period, -1, instant(clock))
  })
  return total
}

/**
 * Machines give what members were paid for them (docs/ledger.md, "Settlement"). The end of a period does it; what a
 * process that was killed before has left is done by the next settlement.
 */
export async function clearIncome(db: Db, clock: Clock): Promise<void> {
  await sql`select clear_income(${instant(clock)}::timestamptz)`.execute(db)
}

/**
 * SQL that joins `settlement_line` to the `settlement_run` that paid it into a pending account, which its unit names;
 * the run's `done_at` is when it was paid.
 */
export function runOfLine(pendingAccountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`settlement_run.period = settlement_line.period
    and settlement_run.chunk = ${pendingAccountId} / ${sql.lit(chunkSize)}`
}

/** SQL of the chunk of `settlement_run` that pays a pending account. */
export function chunkOf(pendingAccountId: string): RawBuilder<number> {
  return sql`${sql.ref(pendingAccountId)} / ${sql.lit(chunkSize)}`
}

/** Whether a `settlement_line` was paid into a pending account before an instant. */
export function settledBefore(when: string, pendingAccountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select 1 from settlement_run where ${runOfLine(pendingAccountId)} and settlement_run.done_at < ${when}::timestamptz)`
}

/**
 * Holds settlement off until the caller's transaction ends, and waits for a chunk under way. A statement that began
 * before earnings were lowered would pay what they were. Call it before anything is locked.
 */
export async function holdSettlement(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('settlement'))`.execute(db)
}

/**
 * Keeps deletions of accounts away until the caller's transaction ends, and waits for one under way: each holds
 * settlement off before anything else. Settlement itself goes on. For statements over rows of many members, which
 * couldn't lock each of them. Call it before anything is locked.
 */
export async function waitForDeletions(db: Db): Promise<void> {
  await keepBesideSettlement(db)
}

/** What settlement holds while a chunk is paid: any number of transactions at once, and none that holds it off. */
async function keepBesideSettlement(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('settlement'))`.execute(db)
}

/** Two periods take turns at a chunk: they change the same members' accounts and days. */
async function lockChunk(db: Db, chunk: number): Promise<void> {
  await keepBesideSettlement(db)
  await sql`select pg_advisory_xact_lock(hashtext('settlement of a chunk'), ${chunk}::int)`.execute(db)
}

interface Chunk {
  chunk: number
  /** How many units it has that may be due. */
  units: number
}

async function chunksOf(db: Db, period: Period): Promise<Chunk[]> {
  const { rows } = await sql<Chunk>`
    select pending_account_id / ${sql.lit(chunkSize)} as chunk, count(*)::int as units from unit
    where ${belongs(period)} and active_from < ${period.end} group by 1 order by 1`.execute(db)
  return rows
}

async function settleChunk(
  db: Db,
  period: Period,
  { chunk, units, timeZones }: Chunk & { timeZones: readonly string[] },
  clock: Clock,
  onChunkSettled?: OnChunkSettled,
): Promise<Settled> {
  await lockChunk(db, chunk)
  // One instant for the run and its bills: who asks for a day by either gets the same lines.
  const at = instant(clock)
  // Inserted first: a second process waits on this row for the first one's commit, and then has nothing to do.
  if (!(await mark(db, period, chunk, at))) return { lines: 0, amount: 0 }
  const from = chunk * chunkSize
  const to = from + chunkSize
  const machines = period.type === 'expiry' ? await lockMachinesOf(db, period, { from, to }) : []
  const days = daysByZone(timeZones, at)
  const { paid, ...settled } = await pay(db, period, { chunk, units, from, to, days }, at)
  if (period.type === 'expiry') await end(db, period, { from, to, machines })
  await sql`update settlement_run set lines = ${settled.lines}, amount = ${settled.amount}
    where period = ${period.key} and chunk = ${chunk}`.execute(db)
  await onChunkSettled?.(db, { period, from, to, paid, at, days })
  return settled
}

async function mark(db: Db, { key, type, end: endsAt }: Period, chunk: number, at: string): Promise<boolean> {
  const marked = await db
    .insertInto('settlementRun')
    .values({ period: key, chunk, type, endsAt, doneAt: at, lines: 0, amount: 0 })
    .onConflict((it) => it.columns(['period', 'chunk']).doNothing())
    .returning('chunk')
    .executeTakeFirst()
  return marked !== undefined
}

/**
 * Writes a chunk's lines and transfers, adds them to the members' days and notes what each unit was paid, in one call
 * of the database (245_settlement_of_all_machines.sql).
 */
async function pay(
  db: Db,
  period: Period,
  { chunk, units, from, to, days }: Chunk & { from: number; to: number; days: DaysByZone },
  at: string,
): Promise<Settled & { paid: Paid[] }> {
  const { rows } = await sql<Paid & { lines: number }>`
    select member_id, currency, lines, amount
    from settle_units(${period.key}, ${chunk}, ${period.type}, ${from}, ${to}, ${period.end}::timestamptz,
      ${at}::timestamptz, ${days.zones}::text[], ${days.days}::date[], ${units})`.execute(db)
  const total = (of: (row: Paid & { lines: number }) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    lines: total((it) => it.lines),
    amount: total((it) => it.amount),
    paid: rows.map(({ memberId, amount, currency }) => ({ memberId, amount, currency })),
  }
}

/** Ends expired units, which frees their places in the machines. Those of the locked machines are owed nothing more. */
async function end(
  db: Db,
  period: Period,
  { machines, ...chunk }: { from: number; to: number; machines: readonly string[] },
): Promise<void> {
  await sql`update unit set is_owed = false
    where is_owed and ${expiring(period, chunk)} and machine_id = any(${[...machines]}::uuid[])`.execute(db)
  // Two statements: a distributed PostgreSQL doesn't change what lies by its machine by rows of members.
  const { rows: freed } = await sql<{ machineId: string; freed: number }>`
    with ended as (
      update unit set status = 'expired', settled_through = expires_at
        where status = 'active' and ${expiring(period, chunk)} returning machine_id
    )
    select machine_id, count(*)::int as freed from ended group by machine_id`.execute(db)
  await addToMachines(db, freed)
}

/**
 * Machines are locked before accounts, as bookings and purchases do: the opposite order would deadlock. Nothing is
 * booked for them until the transaction ends, so that what a unit is paid last is all of it. Gives their ids.
 */
async function lockMachinesOf(db: Db, period: Period, chunk: { from: number; to: number }): Promise<string[]> {
  const { rows } = await sql<{ machineId: string }>`
    select distinct machine_id from unit where ${expiring(period, chunk)}`.execute(db)
  const locked = await lockMachines(
    db,
    rows.map((it) => it.machineId),
  )
  return locked.map((it) => it.machineId)
}

function expiring(period: Period, { from, to }: { from: number; to: number }): RawBuilder<boolean> {
  return sql`${belongs(period)} and unit.pending_account_id >= ${from}
    and unit.pending_account_id < ${to}`
}

function belongs({ type, end: endsAt }: Period): RawBuilder<boolean> {
  const of: Record<PeriodType, RawBuilder<boolean>> = {
    daily: sql`unit.status = 'active' and unit.settlement_type = 0`,
    hourly: sql`unit.status = 'active' and unit.settlement_type = 2`,
    // The types are named for the index.
    expiry: sql`(unit.status = 'active' or unit.is_owed) and unit.expires_at <= ${endsAt}
      and unit.settlement_type in (0, 1, 2)`,
  }
  return of[type]
}
