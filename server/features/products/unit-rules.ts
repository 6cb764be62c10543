import { periodAt } from '../../ledger/periods.ts'
import { millisOf } from '../../clock.ts'

/**
 * When a unit is settled next: at the end of its day or hour (0, 2), or at the expiry that ends every unit (1). Null
 * once it is over.
 */
export function nextSettlementAt(
  unit: { status: string; settlementType: 0 | 1 | 2; expiresAt: string },
  now: number,
): string | null {
  if (unit.status !== 'active') return null
  const atExpiry = periodAt('expiry', millisOf(unit.expiresAt) - 1).end
  if (unit.settlementType === 1) return atExpiry
  const { end } = periodAt(unit.settlementType === 0 ? 'daily' : 'hourly', now)
  return end < atExpiry ? end : atExpiry
}

/**
 * Specification 4, draw status: 0 pending, 1 received, 2 cancelled. A cancelled unit with income left to claim is
 * pending.
 */
export function drawStatusOf({ status, pending }: { status: string; pending: number }): 0 | 1 | 2 {
  if (pending > 0) return 0
  return status === 'cancelled' ? 2 : 1
}
