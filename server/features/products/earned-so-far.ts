import type { UnitDetail } from '#protocol/products.ts'
import { dayIn, millisOf, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { everyDay } from '../statistics/rules.ts'
import type { Span } from './sessions.ts'
import { earnedOn } from './units.ts'

interface UnitOfMember {
  memberId: string
  unitId: string
  /** That of the member's days. */
  zone: string
  span: Pick<Span, 'activeFrom' | 'expiresAt' | 'cancelledAt'>
}

/** What a unit earned on each of the member's days, from its first up to today or its last. */
export async function earnedSoFar(
  db: Db,
  { memberId, unitId, zone, span: { activeFrom, expiresAt, cancelledAt } }: UnitOfMember,
  clock: Clock,
): Promise<NonNullable<UnitDetail['earnedSoFar']>> {
  const begun = millisOf(activeFrom)
  // What counts at the very end is the unit's no more.
  const last = Math.max(begun, Math.min(clock.now(), millisOf(cancelledAt ?? expiresAt) - 1))
  const from = dayIn(zone, begun)
  const earned = await earnedOn(
    db,
    { memberId, unitIds: [unitId], zone, days: everyDay({ from, to: dayIn(zone, last) }) },
    clock,
  )
  return { from, amounts: earned.get(unitId)?.map((it) => it.amount) ?? [] }
}
