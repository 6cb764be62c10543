import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { lockBill } from './bills.ts'
import { leftOf } from './rules.ts'
import { tellWaived } from './telling.ts'

/** What was waived, in minor units, and since when; `isNew` is false where it had been before. */
export interface Waived {
  left: number
  currency: string
  what: string
  waivedAt: string
  isNew: boolean
}

/**
 * The operator takes back a bill of which nothing was repaid; its member is told once, with `reason`. Throws a
 * DomainError for an unknown bill, and for one of which something was repaid: that money would be for nothing.
 */
export async function waiveBill(
  db: Db,
  { billId, reason }: { billId: string; reason: string },
  clock: Clock,
): Promise<Waived> {
  const owner = await db.selectFrom('cardBill').select('memberId').where('id', '=', billId).executeTakeFirst()
  if (!owner) throw new DomainError('not_found')
  const bill = await lockBill(db, owner.memberId, billId)
  const { currency, repaid } = bill
  const left = leftOf(bill)
  const what = bill.kind === 'charge' ? bill.ref : 'annual fee'
  if (bill.waivedAt !== null) return { left, currency, what, waivedAt: bill.waivedAt, isNew: false }
  if (repaid > 0)
    throw new DomainError('bad_request', {
      field: 'bill',
      problem: `was repaid ${left > 0 ? 'in part ' : ''}already, so it can't be waived`,
    })
  const waivedAt = instant(clock)
  await db
    .updateTable('cardBill')
    .set({ waivedAt, completedAt: waivedAt })
    .where('memberId', '=', bill.memberId)
    .where('id', '=', billId)
    .execute()
  await tellWaived(db, { ...bill, amount: left, reason }, clock)
  return { left, currency, what, waivedAt, isNew: true }
}
