import { randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { countInZoneOf } from '../../db/machine-days.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { accountOf, house } from '../../ledger/accounts.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { notify } from '../../notices/notify.ts'
import { payableDraft } from './drafts.ts'
import { priceOfDraft } from './pricing.ts'
import { orderNumberOf } from './rules.ts'

/** A request to pay a draft, with the price that the member was shown. Minor units. */
export interface Payment {
  memberId: string
  draftId: string
  wallet: 'recharge' | 'income'
  expectedPayment: number
}

/**
 * Pays a draft once: stock, wallet, units, coupon and gift points move together or not at all. Gives the purchase's id.
 * The machine's row is locked first, so that of two members who want the last unit one is told that it is gone.
 */
export async function payDraft(db: Db, payment: Payment, clock: Clock): Promise<string> {
  const draft = await payableDraft(db, { ...payment, lock: true }, clock)
  const offer = await lockOffer(db, draft.productId, clock)
  await admit(db, payment.memberId, draft.quantity, offer)
  const { lines, coupon } = await priceOfDraft(db, draft, offer.price, clock)
  if (lines.actualPayment !== payment.expectedPayment) throw new DomainError('price_changed')

  const id = randomUUID()
  const now = instant(clock)
  await db
    .insertInto('purchase')
    .values({
      id,
      orderNumber: orderNumberOf(now.slice(0, 10), randomInt(10 ** 10)),
      draftId: draft.id,
      memberId: payment.memberId,
      productId: offer.id,
      currency: offer.currency,
      ...lines,
      couponId: coupon?.id ?? null,
      paidFrom: payment.wallet,
      giftPoints: offer.giftPoints * lines.quantity,
      paidAt: now,
      cancellableUntil: instant(clock.now() + offer.cancellationHours * 3_600_000),
      cancelledAt: null,
    })
    .execute()
  await db
    .updateTable('machine')
    .set((eb) => ({ unitsSold: eb('unitsSold', '+', lines.quantity) }))
    .where('id', '=', offer.machineId)
    .execute()
  await countInZoneOf(db, { memberId: payment.memberId, machineId: offer.machineId })
  if (coupon) await spendCoupon(db, { id: coupon.id, usedBy: id, usedAt: now })
  await makeUnits(db, { id, memberId: payment.memberId, quantity: lines.quantity }, offer, clock)
  await movePayment(
    db,
    {
      id,
      memberId: payment.memberId,
      amount: lines.actualPayment,
      wallet: payment.wallet,
      giftPoints: offer.giftPoints * lines.quantity,
    },
    offer,
    clock,
  )
  await notify(
    db,
    [
      {
        memberId: payment.memberId,
        kind: 'order_paid',
        ref: id,
        params: { product: offer.name, quantity: lines.quantity },
        route: '/subPages/product/myProduct',
      },
    ],
    clock,
  )
  return id
}

type Offer = Awaited<ReturnType<typeof lockOffer>>

async function lockOffer(db: Db, productId: string, clock: Clock) {
  const offer = await db
    .selectFrom('machine')
    .innerJoin('product', 'product.id', 'machine.productId')
    .select([
      'product.id',
      'name',
      'product.currency',
      'price',
      'levelNeeded',
      'purchaseLimit',
      'giftPoints',
      'cancellationHours',
      'validityDays',
      'settlementType',
    ])
    .select(['machine.id as machineId', 'accountId', 'unitsTotal', 'unitsSold', 'shareTotal'])
    .where('product.id', '=', productId)
    // Of the locked row: the product's was read before another transaction closed the machine.
    .select(['offer', 'machine.closedAt'])
    .where('offeredFrom', '<=', instant(clock))
    .forNoKeyUpdate('machine')
    .executeTakeFirst()
  if (!offer) throw new DomainError('not_found')
  if (offer.offer !== 'open' || offer.closedAt !== null) throw new DomainError('stock_gone')
  return offer
}

async function admit(db: Db, memberId: string, quantity: number, offer: Offer): Promise<void> {
  const { level } = await db.selectFrom('member').select('level').where('id', '=', memberId).executeTakeFirstOrThrow()
  if (level < offer.levelNeeded) throw new DomainError('level_insufficient', { needed: offer.levelNeeded, level })
  if (offer.purchaseLimit > 0) {
    const { held } = await db
      .selectFrom('unit')
      .select((eb) => eb.fn.countAll<number>().as('held'))
      .where('productId', '=', offer.id)
      .where('memberId', '=', memberId)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow()
    if (held + quantity > offer.purchaseLimit)
      throw new DomainError('purchase_limit_reached', { limit: offer.purchaseLimit })
  }
  if (offer.unitsSold + quantity > offer.unitsTotal) throw new DomainError('stock_gone')
}

/** Another draft with the same coupon may be paid at the same moment: the first update takes it. */
async function spendCoupon(db: Db, { id, ...use }: { id: string; usedBy: string; usedAt: string }): Promise<void> {
  const spent = await db
    .updateTable('coupon')
    .set({ status: 1, ...use })
    .where('id', '=', id)
    .where('status', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!spent) throw new DomainError('coupon_unusable')
}

/** New units begin at what the machine has earned so far: they are paid for what is earned after it. */
async function makeUnits(
  db: Db,
  bought: { id: string; memberId: string; quantity: number },
  offer: Offer,
  clock: Clock,
): Promise<void> {
  const pendingAccountId = await accountOf(db, { ownerId: bought.memberId, code: 'pending', asset: offer.currency })
  await db
    .insertInto('unit')
    .values(
      Array.from({ length: bought.quantity }, () => ({
        id: randomUUID(),
        memberId: bought.memberId,
        purchaseId: bought.id,
        productId: offer.id,
        machineId: offer.machineId,
        machineAccountId: offer.accountId,
        pendingAccountId,
        settlementType: offer.settlementType,
        activeFrom: instant(clock),
        expiresAt: instant(clock.now() + offer.validityDays * 86_400_000),
        shareBefore: offer.shareTotal,
        settledThrough: null,
      })),
    )
    .execute()
}

async function movePayment(
  db: Db,
  paid: { id: string; memberId: string; amount: number; wallet: string; giftPoints: number },
  offer: Offer,
  clock: Clock,
): Promise<void> {
  const memo = { orderId: paid.id, subject: offer.name }
  const transfers = []
  if (paid.amount > 0) {
    transfers.push({
      debit: { ownerId: paid.memberId, code: paid.wallet },
      credit: house('sales'),
      amount: paid.amount,
      asset: offer.currency,
      kind: 'purchase',
      ref: paid.id,
      memo,
    })
  }
  if (paid.giftPoints > 0) {
    transfers.push({
      debit: house('mint'),
      credit: { ownerId: paid.memberId, code: 'gold' },
      amount: paid.giftPoints,
      asset: 'GOLD',
      kind: 'gift_points',
      ref: paid.id,
      memo,
    })
  }
  try {
    await post(db, transfers, clock)
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? new DomainError('balance_insufficient') : cause
  }
}
