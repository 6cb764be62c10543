import { sql } from 'kysely'
import type { UnitDetail } from '#protocol/products.ts'
import { atOnce } from '../../db/at-once.ts'
import { cancellationOf } from '../../db/cancellation.ts'
import { closingOf } from '../../db/closing.ts'
import { zoneOf } from '../../db/member-zone.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { memberOf, type Context } from '../../http/handler.ts'
import { earnedSoFar } from './earned-so-far.ts'
import { machineFacts } from './machines/facts.ts'
import { sessionsPage, spanOf } from './sessions.ts'
import { unitsPage } from './units.ts'

/** One of the caller's units in full. Throws not_found for any other, and for one whose machine is not of `kind`. */
export async function unitDetail(context: Context, id: string, kind?: 'vehicle'): Promise<UnitDetail> {
  const { db, clock } = context
  const memberId = memberOf(context)
  const [
    zone,
    {
      items: [card],
    },
    span,
  ] = await atOnce([
    zoneOf(db, memberId),
    unitsPage(db, { memberId, unitId: id, kind, limit: 1 }, clock),
    spanOf(db, memberId, id),
  ])
  if (!card) throw new DomainError('not_found')
  const [{ items: sessions }, cancellation, earned, settlements, machine] = await atOnce([
    sessionsPage(db, span, { limit: 20 }),
    cancellationOf(db, { memberId, orderId: span.purchaseId }, clock),
    earnedSoFar(db, { memberId, unitId: id, span, zone }, clock),
    settlementsOf(db, memberId, id),
    machineFacts(db, { machineId: span.machineId, zone }, clock),
  ])
  return {
    ...card,
    sessions,
    earnedSoFar: earned,
    settlements,
    orderId: span.purchaseId,
    deviceNumber: span.deviceNumber,
    operatorName: span.operatorName,
    operatorId: span.operatorId,
    memberShareBp: span.memberShareBp,
    unitsTotal: span.unitsTotal,
    cancellableUntil: cancellation && span.cancellableUntil,
    cancellation,
    closing: closingOf(span),
    machine,
  }
}

async function settlementsOf(db: Db, memberId: string, unitId: string): Promise<UnitDetail['settlements']> {
  const { rows } = await sql<UnitDetail['settlements'][number]>`
    select line.period, line.amount, line.claimed_at, run.at
    from unit
    join settlement_line line on line.member_id = unit.member_id and line.unit_id = unit.id
    cross join lateral (select min(ends_at) as at from settlement_run where period = line.period) run
    where unit.member_id = ${memberId} and unit.id = ${unitId} order by run.at desc, line.period desc limit 60`.execute(
    db,
  )
  return rows
}
