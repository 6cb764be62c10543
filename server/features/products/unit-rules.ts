import { periodAt, type Period } from '../../ledger/periods.ts'
import { instant, millisOf } from '../../clock.ts'

/**
 * When a unit is settled next: at the end of its day or hour (0, 2), or at the expiry that ends every unit (1). Null
 * once it is over.
 */
export function nextSettlementAt(
  unit: { status: string; settlementType: 0 | 1 | 2; expiresAt: string },
  now: number,
): string | null {
  return unit.status === 'active' ? periodOf(unit, instant(now)).end : null
}

/** The period in which a unit is settled for what is booked at an instant, at the latest the expiry that ends it. */
export function periodOf(unit: { settlementType: 0 | 1 | 2; expiresAt: string }, at: string): Period {
  const atExpiry = periodAt('expiry', millisOf(unit.expiresAt) - 1)
  if (unit.settlementType === 1) return atExpiry
  const period = periodAt(unit.settlementType === 0 ? 'daily' : 'hourly', millisOf(at))
  return period.end < atExpiry.end ? period : atExpiry
}

/**
 * Specification 4, second-level product status: 0 not received, 1 received, 2 expired, 3 not yet receivable. What was
 * settled never expires; what was not settled when the order was cancelled does.
 */
export function shareStatusOf(
  unit: { cancelledAt: string | null },
  { settledAt, claimedAt }: { settledAt: string | null; claimedAt: string | null },
): 0 | 1 | 2 | 3 {
  if (settledAt !== null) return claimedAt === null ? 0 : 1
  return unit.cancelledAt === null ? 3 : 2
}

/**
 * Specification 4, draw status: 0 pending, 1 received, 2 cancelled. A cancelled unit with income left to claim is
 * pending.
 */
export function drawStatusOf({ status, pending }: { status: string; pending: number }): 0 | 1 | 2 {
  if (pending > 0) return 0
  return status === 'cancelled' ? 2 : 1
}
