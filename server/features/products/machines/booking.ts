import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode, ErrorParams } from '#protocol/errors.ts'
import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import { atOnce } from '../../../db/at-once.ts'
import { besideMachine, machineBeside } from '../../../db/beside-machine.ts'
import { addToMachineDays } from '../../../db/machine-days.ts'
import { addToMachines, lockMachines } from '../../../db/machine-totals.ts'
import type { Db } from '../../../db/open.ts'
import { addToRevenueHours } from '../../../db/revenue-hours.ts'
import type { Schema } from '../../../db/schema.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { post } from '../../../ledger/post.ts'
import type { Report } from './rules.ts'
import { spreadLate } from './late-revenue.ts'
import { checkFits, checkReport, countsAt, shareOf } from './rules.ts'

/** The result of a report. `counted` is false where the trip or session had been booked before. */
export interface Booked {
  id: string
  counted: boolean
}

interface Machine {
  id: string
  deviceNumber: string
  kind: 'vehicle' | 'pile'
  currency: string
  memberShareBp: number
  shareTotal: number
  ownerZones: string[]
  /** When its newest revenue counts. */
  lastCountedAt: string | null
}
type Row = Schema['revenue']

/**
 * Books one trip or charging session: the machine's revenue, the operator's fee, the members' share, and what it adds
 * to the machine's days. Once ever by (source, externalId). Throws a DomainError for an impossible report, an unknown
 * machine, or another body under a known id.
 */
export async function bookRevenue(db: Db, report: Report, clock: Clock): Promise<Booked> {
  const [booked] = await bookMany(db, [report], clock)
  return booked as Booked
}

/**
 * Books many reports in the caller's transaction, set-based, and answers in their order. Books all of them, or throws
 * and books none. With `bookedAt: 'end'` a report is taken to have arrived when its trip or session ended, as the
 * simulator's do.
 * `batch` names the reports to whoever sent them: an error is then a `bad_request` of `trips.3.amount`.
 */
export async function bookMany(
  db: Db,
  reports: readonly Report[],
  clock: Clock,
  { bookedAt = 'now', batch }: { bookedAt?: 'now' | 'end'; batch?: string } = {},
): Promise<Booked[]> {
  if (reports.length === 0) return []
  for (const [n, report] of reports.entries()) naming(batch, n, () => checkReport(report, clock.now()))
  const machines = await lockNamed(db, [...new Set(reports.map((it) => it.deviceNumber))])
  const known = await bookedBefore(db, reports)
  const fresh: Row[] = []
  const answers: Booked[] = []
  // In the order of their ends, in which the running totals grow.
  const inOrder = [...reports.entries()].toSorted(([, a], [, b]) => millisOf(a.endedAt) - millisOf(b.endedAt))
  for (const [at, report] of inOrder) {
    const row = known.get(keyOf(report))
    const machine = naming(batch, at, () => machineOf(report, machines, row))
    if (row) {
      answers[at] = { id: row.id, counted: false }
      continue
    }
    const added = rowOf(report, machine, bookedAt === 'now' ? instant(clock) : instant(millisOf(report.endedAt)))
    known.set(keyOf(report), added)
    fresh.push(added)
    answers[at] = { id: added.id, counted: true }
  }
  if (fresh.length > 0) await keep(db, fresh, machines, clock)
  return answers
}

/** The report's machine. Throws a DomainError where it is unknown or another kind, or the id was booked otherwise. */
function machineOf(report: Report, machines: ReadonlyMap<string, Machine>, booked: Row | undefined): Machine {
  const machine = machines.get(report.deviceNumber)
  if (!machine) throw new DomainError('not_found')
  checkFits(report, machine)
  if (booked && !isSame(booked, report, machine)) throw new DomainError('key_reused')
  return machine
}

const inWords: Partial<Record<ErrorCode, ErrorParams>> = {
  not_found: { field: 'deviceNumber', problem: 'is unknown' },
  key_reused: { field: 'externalId', problem: 'was booked with other content' },
}

/** Checks the report at `n`. Of a batch, the error says which one can't be booked. */
function naming<T>(batch: string | undefined, n: number, check: () => T): T {
  try {
    return check()
  } catch (cause) {
    if (batch === undefined || !(cause instanceof DomainError)) throw cause
    const { field, problem } = inWords[cause.code] ?? cause.params
    throw new DomainError('bad_request', { field: `${batch}.${n}.${field}`, problem: problem ?? cause.code })
  }
}

/**
 * Locks machines in the order of their ids, so that two batches can't deadlock; their totals can't change until the
 * caller commits. An unknown one is not among them.
 */
async function lockNamed(db: Db, deviceNumbers: string[]): Promise<Map<string, Machine>> {
  const named = await db.selectFrom('machine').select('id').where('deviceNumber', 'in', deviceNumbers).execute()
  if (named.length === 0) return new Map()
  const ids = named.map((it) => it.id)
  const [totals, { rows: machines }] = await atOnce([
    lockMachines(db, ids),
    // Read after the lock: that statement may have waited, and its snapshot is older than what it waited for.
    sql<Omit<Machine, 'shareTotal' | 'ownerZones'>>`
      select m.id, m.device_number, m.kind, m.currency, m.member_share_bp,
        (select max(counted_at) from revenue where machine_id = ${machineBeside}) as last_counted_at
      from machine m ${besideMachine()} where m.id = any(${ids}::uuid[])`.execute(db),
  ])
  const totalOf = new Map(totals.map((it) => [it.machineId, it]))
  return new Map(
    machines.map((it) => {
      const { shareTotal, ownerZones } = totalOf.get(it.id)!
      return [it.deviceNumber, { ...it, shareTotal, ownerZones }]
    }),
  )
}

async function bookedBefore(db: Db, reports: readonly Report[]): Promise<Map<string, Row>> {
  const wanted = JSON.stringify(reports.map(({ source, externalId }) => ({ source, external_id: externalId })))
  const { rows } = await sql<Row>`
    with booked as materialized (
      select machine_id, revenue_id from booked_report
      join jsonb_to_recordset(${wanted}::text::jsonb) as wanted(source text, external_id text)
        using (source, external_id)
    )
    select revenue.*, revenue.amount + coalesce(reversal.amount, 0) as amount from booked
    join revenue on revenue.machine_id = booked.machine_id and revenue.id = booked.revenue_id
    left join reversal on reversal.revenue_id = revenue.id`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

function rowOf(report: Report, machine: Machine, at: string): Row {
  const share = shareOf(report.amount, machine.memberShareBp)
  machine.shareTotal += share
  return {
    id: randomUUID(),
    machineId: machine.id,
    kind: report.kind,
    source: report.source,
    externalId: report.externalId,
    startedAt: report.startedAt,
    endedAt: report.endedAt,
    energyWh: report.energyWh ?? null,
    distanceM: report.distanceM ?? null,
    amount: report.amount,
    currency: report.currency,
    share,
    shareTotalAfter: machine.shareTotal,
    bookedAt: at,
    countedAt: instant(countsAt(millisOf(report.endedAt), millisOf(at))),
  }
}

async function keep(db: Db, rows: readonly Row[], machines: ReadonlyMap<string, Machine>, clock: Clock): Promise<void> {
  const { rows: kept } = await sql`
    with it as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as it(
        id uuid, "machineId" uuid, kind text, source text, "externalId" text, "startedAt" timestamptz,
        "endedAt" timestamptz, "energyWh" bigint, "distanceM" bigint, amount bigint, currency text, share bigint,
        "shareTotalAfter" bigint, "bookedAt" timestamptz, "countedAt" timestamptz)
    ), named as (
      insert into booked_report (source, external_id, machine_id, revenue_id)
      select source, "externalId", "machineId", id from it
      on conflict (source, external_id) do nothing returning 1 as named
    ), kept as (
      insert into revenue (id, machine_id, kind, source, external_id, started_at, ended_at, energy_wh, distance_m,
        amount, currency, share, share_total_after, booked_at, counted_at)
      select * from it
    )
    select named from named`.execute(db)
  // Another transaction booked one of these ids for another machine just now: the feed repeats its report and then gets
  // the error.
  if (kept.length < rows.length) throw new DomainError('in_progress', {}, { retryAfter: 1 })
  const shared = Map.groupBy(rows, (it) => it.machineId)
  await addToMachines(
    db,
    [...shared].map(([machineId, own]) => ({ machineId, share: own.reduce((sum, it) => sum + it.share, 0) })),
  )
  const zones = new Map([...machines.values()].map((it) => [it.id, it.ownerZones]))
  await addToMachineDays(db, rows, (machineId) => zones.get(machineId) ?? [])
  await addToRevenueHours(db, rows)
  await spreadLate(db, rows, machines)
  await postAll(db, rows, clock)
}

async function postAll(db: Db, rows: readonly Row[], clock: Clock): Promise<void> {
  await post(
    db,
    rows.flatMap(({ id, machineId, amount, share, currency }) => {
      const machine = { ownerId: machineId, code: 'machine' }
      const revenue = { debit: house('world'), credit: machine, amount, asset: currency, kind: 'revenue', ref: id }
      return amount === share
        ? [revenue]
        : [
            revenue,
            {
              debit: machine,
              credit: house('operator'),
              amount: amount - share,
              asset: currency,
              kind: 'operator_fee',
              ref: id,
            },
          ]
    }),
    clock,
  )
}

function isSame(row: Row, report: Report, machine: Machine): boolean {
  return (
    row.machineId === machine.id &&
    row.kind === report.kind &&
    row.amount === report.amount &&
    row.currency === report.currency &&
    row.energyWh === (report.energyWh ?? null) &&
    row.distanceM === (report.distanceM ?? null) &&
    millisOf(row.startedAt) === millisOf(report.startedAt) &&
    millisOf(row.endedAt) === millisOf(report.endedAt)
  )
}

function keyOf({ source, externalId }: { source: string; externalId: string }): string {
  return `${source}\n${externalId}`
}
