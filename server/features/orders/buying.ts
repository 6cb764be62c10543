import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OfferTerms, Order } from '#protocol/orders.ts'
import type { Clock } from '../../clock.ts'
import { atOnce } from '../../db/at-once.ts'
import { instant } from '../../clock.ts'
import { countInZoneOf } from '../../db/machine-days.ts'
import { lockMember } from '../../db/lock-member.ts'
import { lockMachineOfDraft, type MachineTotal } from '../../db/machine-totals.ts'
import type { Db } from '../../db/open.ts'
import { rejectUnlessAsRead } from '../../http/as-read.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { notify } from '../../notices/notify.ts'
import { draftOf, isPaid, payable } from './drafts.ts'
import { answerOf } from './orders.ts'
import { priceOfDraft, ruleIn, ruleValue, usableCoupons } from './pricing.ts'
import { giftPointsOfOne, orderNumberOf } from './rules.ts'

/** A request to pay a draft, with price and terms as the member was shown them. Minor units. */
export interface Payment {
  memberId: string
  draftId: string
  wallet: 'recharge' | 'income'
  expectedPayment: number
  expectedTerms?: OfferTerms | undefined
}

/**
 * Pays a draft once: stock, wallet, units, coupon and gift points move together or not at all. Gives the order.
 * The draft's and the machine's rows are locked first, so that of two members who want the last unit one is told that
 * it is gone.
 */
export async function payDraft(db: Db, payment: Payment, clock: Clock): Promise<Order> {
  const [found, total, read, coupons] = await atOnce([
    draftOf(db, payment).forUpdate().executeTakeFirst(),
    lockMachineOfDraft(db, payment),
    offerOfDraft(db, payment, clock),
    usableCoupons(db, payment.memberId, clock),
  ])
  const draft = payable(found, read?.isPaid, clock)
  const offer = open(total, read, clock)
  admit(offer, draft.quantity)
  const { lines, coupon } = priceOfDraft(draft, offer.price, { rule: ruleIn(offer.rule), coupons })
  if (lines.actualPayment !== payment.expectedPayment) throw new DomainError('price_changed')
  const giftPointsRead = giftPointsOfOne(offer.giftPoints, offer.giftPointsOwed)
  rejectUnlessAsRead<OfferTerms>({ ...offer, giftPoints: giftPointsRead }, payment.expectedTerms)

  const id = randomUUID()
  const at = clock.now()
  const now = instant(at)
  const { memberId, wallet } = payment
  const wholeGift = offer.giftPoints * lines.quantity
  const giftPointsNetted = await netOwedPoints(db, { memberId, owed: offer.giftPointsOwed, gift: wholeGift })
  const giftPoints = wholeGift - giftPointsNetted
  const unitIds = Array.from({ length: lines.quantity }, () => randomUUID()).toSorted()
  const purchase = {
    id,
    orderNumber: orderNumberOf(now.slice(0, 10), randomInt(10 ** 10)),
    productId: offer.id,
    currency: offer.currency,
    ...lines,
    paidFrom: wallet,
    giftPoints,
    paidAt: now,
    cancellableUntil: instant(at + offer.cancellationHours * 3_600_000),
    cancelledAt: null,
  }
  const [isCouponThere] = await atOnce([
    coupon === null || spendCoupon(db, { memberId, id: coupon.id, usedBy: id, usedAt: now }),
    db
      .with('numbered', (it) => it.insertInto('orderNumber').values({ number: purchase.orderNumber, memberId }))
      .insertInto('purchase')
      .values({ ...purchase, draftId: draft.id, memberId, couponId: coupon?.id ?? null, giftPointsNetted })
      .execute(),
    db
      .updateTable('machineTotal')
      .set((eb) => ({
        unitsFree: eb('unitsFree', '-', lines.quantity),
        unitsHeld: eb('unitsHeld', '+', lines.quantity),
      }))
      .where('machineId', '=', offer.machineId)
      .execute(),
    addUnits(db, { id, memberId, unitIds }, offer, at),
    movePayment(db, { id, memberId, amount: lines.actualPayment, wallet, giftPoints }, offer, clock),
    tellPaid(db, { id, memberId, quantity: lines.quantity }, offer, clock),
    // Most machines have an owner who lives there.
    offer.ownerZones.includes(offer.timeZone) ||
      countInZoneOf(db, { zone: offer.timeZone, machineId: offer.machineId }),
  ])
  if (!isCouponThere) throw new DomainError('coupon_unusable')
  const { name: productName, art, picture, kind, closedAt } = offer
  const sold = { productName, art, picture, kind, closedAt, closedBecause: null, closingRefund: null }
  return answerOf({ ...purchase, ...sold, unitIds, refund: null, isWorking: true }, now)
}

/** What a draft is of, with the totals of its locked machine, and its buyer. */
type Offer = NonNullable<Awaited<ReturnType<typeof offerOfDraft>>> & MachineTotal

/**
 * What a draft is of and who pays it; undefined without a draft. Asked once the draft and the machine are locked, so
 * that a closing and another purchase that were waited for are seen.
 */
async function offerOfDraft(db: Db, { memberId, draftId }: Payment, clock: Clock) {
  return await db
    .selectFrom('member')
    .innerJoin('product', (it) => it.onTrue())
    .innerJoin('machine', 'machine.productId', 'product.id')
    .select([
      'product.id',
      'name',
      'art',
      'picture',
      'product.kind',
      'product.currency',
      'price',
      'offer',
      'offeredFrom',
      'levelNeeded',
      'purchaseLimit',
      'giftPoints',
      'cancellationHours',
      'validityDays',
      'settlementType',
    ])
    .select(['accountId', 'unitsTotal', 'memberShareBp', 'machine.closedAt'])
    // The member's level, and the time zone in which their income is counted.
    .select(['level', 'member.timeZone', 'giftPointsOwed'])
    .select([isPaid({ memberId, draftId }).as('isPaid'), ruleValue().as('rule')])
    .select((it) =>
      it
        .selectFrom('unit')
        .select((unit) => unit.fn.countAll<number>().as('held'))
        .whereRef('productId', '=', 'product.id')
        .where('memberId', '=', memberId)
        .where('status', '=', 'active')
        // Settlement ends it up to an hour later.
        .where('expiresAt', '>', instant(clock))
        .$asScalar()
        .$notNull()
        .as('held'),
    )
    .where('member.id', '=', memberId)
    .where('product.id', '=', (it) =>
      it.selectFrom('orderDraft').select('productId').where('memberId', '=', memberId).where('id', '=', draftId),
    )
    .executeTakeFirst()
}

function open(total: MachineTotal | undefined, read: Awaited<ReturnType<typeof offerOfDraft>>, clock: Clock): Offer {
  if (!total || !read || read.offeredFrom > instant(clock)) throw new DomainError('not_found')
  if (read.offer !== 'open' || read.closedAt !== null) throw new DomainError('stock_gone')
  return { ...read, ...total }
}

function admit(offer: Offer, quantity: number): void {
  const { level, held } = offer
  if (level < offer.levelNeeded) throw new DomainError('level_insufficient', { needed: offer.levelNeeded, level })
  if (offer.purchaseLimit > 0 && held + quantity > offer.purchaseLimit)
    throw new DomainError('purchase_limit_reached', { limit: offer.purchaseLimit })
  if (quantity > offer.unitsFree) throw new DomainError('stock_gone')
}

/**
 * What of an order's points is kept back for points that its member owes. Most owe none and aren't locked: what a
 * cancellation at the same moment leaves owed waits for the order after this one.
 */
async function netOwedPoints(
  db: Db,
  { memberId, owed, gift }: { memberId: string; owed: number; gift: number },
): Promise<number> {
  if (owed === 0 || gift === 0) return 0
  const { giftPointsOwed } = await lockMember(db, memberId)
  const netted = Math.min(giftPointsOwed, gift)
  await db
    .updateTable('member')
    .set({ giftPointsOwed: giftPointsOwed - netted })
    .where('id', '=', memberId)
    .execute()
  return netted
}

/** Another draft with the same coupon may be paid at the same moment: the first update takes it. */
async function spendCoupon(
  db: Db,
  { memberId, id, ...use }: { memberId: string; id: string; usedBy: string; usedAt: string },
): Promise<boolean> {
  const spent = await db
    .updateTable('coupon')
    .set({ status: 1, ...use })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .where('status', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

async function tellPaid(
  db: Db,
  { id, memberId, quantity }: { id: string; memberId: string; quantity: number },
  offer: Offer,
  clock: Clock,
): Promise<void> {
  const params = { product: offer.name, quantity }
  const route = '/subPages/product/myProduct'
  await notify(db, [{ memberId, kind: 'order_paid', ref: id, params, route }], clock)
}

/** New units begin at what the machine has earned so far: they are paid for what is earned after it. */
async function addUnits(
  db: Db,
  bought: { id: string; memberId: string; unitIds: readonly string[] },
  offer: Offer,
  at: number,
): Promise<void> {
  const { id, memberId, unitIds } = bought
  const { numAffectedRows } = await sql`
    insert into unit (id, member_id, purchase_id, product_id, machine_id, machine_account_id, pending_account_id,
      settlement_type, active_from, expires_at, share_before)
    select unnest(${unitIds}::uuid[]), owner_id, ${id}, ${offer.id}, ${offer.machineId}, ${offer.accountId}, id,
      ${offer.settlementType}, ${instant(at)}, ${instant(at + offer.validityDays * 86_400_000)}, ${offer.shareTotal}
    from account where owner_id = ${memberId} and code = 'pending' and asset = ${offer.currency}`.execute(db)
  if (numAffectedRows !== BigInt(unitIds.length)) throw new Error(`no pending account in ${offer.currency}`)
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
