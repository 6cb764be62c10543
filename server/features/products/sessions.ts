import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { UnitDetail } from '#protocol/products.ts'
import { earnsUntil } from '../../db/entitlement.ts'
import type { Db } from '../../db/open.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'

const Cursor = v.tuple([InstantKey, Id])

export interface SessionSums {
  sessions: number
  revenue: number
  perUnit: number
  energyWh: number
  distanceM: number
}

export type Span = Awaited<ReturnType<typeof spanOf>>

/** The machine behind one of the member's units, and the time in which its income was the unit's. */
export async function spanOf(db: Db, memberId: string, unitId: string) {
  const span = await db
    .selectFrom('unit')
    .innerJoin('machine', 'machine.id', 'unit.machineId')
    .innerJoin('purchase', (it) =>
      it.onRef('purchase.memberId', '=', 'unit.memberId').onRef('purchase.id', '=', 'unit.purchaseId'),
    )
    .innerJoin('product', 'product.id', 'unit.productId')
    .innerJoin('operator', 'operator.id', 'product.operatorId')
    .select([
      'machine.id as machineId',
      'machine.currency',
      'machine.deviceNumber',
      'memberShareBp',
      'unitsTotal',
      'shareBefore',
      'operator.name as operatorName',
      'operator.id as operatorId',
      'unit.purchaseId',
      'cancellableUntil',
      'activeFrom',
      'expiresAt',
      'cancelledAt',
      'refund',
      'closingRefund',
      'closedAt',
      'closedBecause',
      'paid',
      'unit.status',
      earnsUntil('unit').as('earnsUntil'),
    ])
    .where('unit.id', '=', unitId)
    .where('unit.memberId', '=', memberId)
    .executeTakeFirst()
  if (!span) throw new DomainError('not_found')
  return span
}

function within({ machineId, activeFrom, earnsUntil: until }: Span) {
  return sql`revenue.machine_id = ${machineId} and amount > 0 and counted_at >= ${activeFrom} and counted_at < ${until}`
}

/**
 * What the unit had earned when its machine's total was so much, rounded down as settlement rounds. A cancelled one
 * earned no more than it was paid.
 */
function perUnit(total: RawBuilder<unknown>, { shareBefore, unitsTotal, status, paid }: Span): RawBuilder<number> {
  const earned = sql<number>`(greatest((${total}) - ${shareBefore}::bigint, 0) / ${unitsTotal}::int)`
  return status === 'cancelled' ? sql`least(${earned}, ${paid}::bigint)` : earned
}

/** Trips or sessions of a span, newest first, with what each brought one unit. */
export async function sessionsPage(
  db: Db,
  span: Span,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const { rows } = await sql<Row>`
    select id, kind, started_at, ended_at, energy_wh, distance_m, amount, currency, counted_at,
      ${perUnit(sql`share_total_after`, span)} - ${perUnit(sql`share_total_after - share`, span)} as per_unit,
      start_fee, energy, time, per_kwh, per_minute, closed_as, clock_doubted
    from revenue left join session_charge charge on charge.machine_id = revenue.machine_id and revenue_id = revenue.id
    where ${within(span)}
      ${cursor ? sql`and (counted_at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by counted_at desc, id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, (row) => [row.countedAt, row.id], sessionOf)
}

type Session = UnitDetail['sessions'][number]
type ChargeRow = Omit<NonNullable<Session['charge']>, 'isClockDoubted'> & { clockDoubted: boolean }
/** The columns of the charge are all null where the machine reported the amount itself. */
type Row = Omit<Session, 'charge'> & { countedAt: string } & { [field in keyof ChargeRow]: ChargeRow[field] | null }

function sessionOf({
  startFee,
  energy,
  time,
  perKwh,
  perMinute,
  closedAs,
  clockDoubted,
  ...session
}: Omit<Row, 'countedAt'>): Session {
  return closedAs === null
    ? session
    : {
        ...session,
        charge: {
          startFee: startFee ?? 0,
          energy: energy ?? 0,
          time: time ?? 0,
          perKwh: perKwh ?? 0,
          perMinute: perMinute ?? 0,
          closedAs,
          isClockDoubted: clockDoubted ?? false,
        },
      }
}

/** All trips or sessions of a span together. */
export async function sessionsTotal(db: Db, span: Span): Promise<SessionSums> {
  const {
    rows: [sums],
  } = await sql<SessionSums>`
    select count(*) as sessions, coalesce(sum(amount), 0)::bigint as revenue,
      coalesce(${perUnit(sql`max(share_total_after)`, span)}, 0) as per_unit,
      coalesce(sum(energy_wh), 0)::bigint as energy_wh, coalesce(sum(distance_m), 0)::bigint as distance_m
    from revenue where ${within(span)}`.execute(db)
  if (!sums) throw new Error('an aggregate without a row')
  return sums
}
