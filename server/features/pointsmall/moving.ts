import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { PointsStatus } from '../../db/points-schema.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { notify } from '../../notices/notify.ts'
import { isRefundDue, isRestocked, stateAfter, type Step } from './rules.ts'

/** Without `trackingUrl` the link stays as it is; null takes it away. */
interface Parcel {
  carrier: string
  tracking: string
  trackingUrl?: string | null | undefined
}

/** The order to move; `memberId` where the member does it, whose order it must then be. */
interface Move {
  orderId: string
  step: Step
  memberId?: string
  /** How a parcel travels; only with `ship`. */
  parcel?: Parcel
}

/**
 * Takes an order one step on. Each state is reached once, whoever says it twice: `changed` is then false. Throws
 * `not_found`, and `order_not_refundable` where the step can't be taken any more: a parcel can't leave once the refund
 * asked for is due.
 */
export async function moveOrder(
  db: Db,
  { orderId, step, memberId, parcel }: Move,
  clock: Clock,
): Promise<{ changed: boolean }> {
  const owner = memberId ?? (await ownerOf(db, orderId))
  if (owner === undefined) throw new DomainError('not_found')
  const order = await db
    .selectFrom('pointsOrder')
    .selectAll()
    .where('memberId', '=', owner)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw new DomainError('not_found')
  const status = stateAfter(order.status, step)
  if (status === undefined || (step === 'ship' && isRefundDue(order, clock.now())))
    throw new DomainError('order_not_refundable')
  if (status === 'same') return { changed: false }
  await db
    .updateTable('pointsOrder')
    .set({ status, [at[step]]: instant(clock), ...(step === 'ship' ? parcel : {}) })
    .where('memberId', '=', order.memberId)
    .where('id', '=', orderId)
    .execute()
  if (status === 203) await giveBack(db, order, clock)
  if (status === 203 || status === 301) await tell(db, order, status, clock)
  return { changed: true }
}

/** An order stays whose it is, so that it is looked up before it is locked. */
async function ownerOf(db: Db, orderId: string): Promise<string | undefined> {
  const order = await db.selectFrom('pointsOrder').select('memberId').where('id', '=', orderId).executeTakeFirst()
  return order?.memberId
}

/** Corrects how a shipped parcel travels, and gives the link that members see from now on. */
export async function correctParcel(
  db: Db,
  { orderId, ...parcel }: Parcel & { orderId: string },
): Promise<string | null> {
  const { trackingUrl } = await db
    .updateTable('pointsOrder')
    .set(parcel)
    .where('id', '=', orderId)
    .where('status', '=', 301)
    .returning('trackingUrl')
    .executeTakeFirstOrThrow()
  return trackingUrl
}

const at = {
  ask: 'refundAskedAt',
  ship: 'shippedAt',
  refund: 'refundedAt',
  lapse: 'refundedAt',
  receive: 'receivedAt',
} as const

interface Moved {
  id: string
  memberId: string
  goodsId: string
  name: { en: string }
  quantity: number
  points: number
  status: PointsStatus
}

async function giveBack(db: Db, { id, memberId, goodsId, name, quantity, points, status }: Moved, clock: Clock) {
  if (isRestocked(status))
    await db
      .updateTable('pointsGoods')
      .set((eb) => ({ stock: eb('stock', '+', quantity) }))
      .where('id', '=', goodsId)
      .execute()
  await post(
    db,
    [
      {
        debit: house('mint'),
        credit: { ownerId: memberId, code: 'gold' },
        amount: points,
        asset: 'GOLD',
        kind: 'points_refund',
        ref: id,
        memo: { pointsOrderId: id, subject: name.en },
      },
    ],
    clock,
  )
}

async function tell(db: Db, { id, memberId, name, points }: Moved, status: 203 | 301, clock: Clock) {
  const about = { memberId, ref: id, route: `/subPages/pointsmall/orderList?order=${id}` }
  await notify(
    db,
    [
      status === 301
        ? { ...about, kind: 'points_order_shipped', params: { goods: name } }
        : { ...about, kind: 'points_order_refunded', params: { goods: name, points } },
    ],
    clock,
  )
}
