import { instant } from '../../clock.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { eachByItself } from '../../each-by-itself.ts'
import { DomainError } from '../../http/domain-error.ts'
import { moveOrder } from './moving.ts'
import { refundMs } from './rules.ts'

/** Refunds what was asked for a day ago and not shipped meanwhile, each order in its own transaction. */
export async function refundDueOrders({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  const due = await database.kysely
    .selectFrom('pointsOrder')
    .select(['memberId', 'id'])
    .where('status', '=', 202)
    .where('refundAskedAt', '<=', instant(clock.now() - refundMs))
    .orderBy('refundAskedAt')
    .execute()
  await eachByItself(
    due,
    ({ id }) => `order ${id}`,
    async ({ memberId, id: orderId }) => {
      try {
        await database.inTransaction((db) => moveOrder(db, { orderId, memberId, step: 'lapse' }, clock))
      } catch (cause) {
        // Shipped since it was read: the parcel has left, and the member was told.
        if (!(cause instanceof DomainError)) throw cause
      }
    },
  )
}
