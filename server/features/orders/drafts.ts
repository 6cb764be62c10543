import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { OrderDraft } from '#protocol/orders.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { lockMember } from '../../db/lock-member.ts'
import { pictureOf } from '../../picture-address.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Priced, PriceRequest } from './pricing.ts'
import { priceOf, priceOfDraft, pricingFor } from './pricing.ts'
import { draftMs, openDraftsMost, storedDraftsMost } from './rules.ts'

/** The parts of an offer that its price depends on. */
export async function offerOf(db: Db, productId: string, clock: Clock) {
  const offer = await db
    .selectFrom('product')
    .innerJoin('machine', 'machine.productId', 'product.id')
    .innerJoin('machineTotal', 'machineTotal.machineId', 'machine.id')
    .select([
      'product.id',
      'name',
      'art',
      'picture',
      'product.kind',
      'product.currency',
      'price',
      'levelNeeded',
      'unitsFree',
      'offer',
    ])
    .where('product.id', '=', productId)
    .where('offeredFrom', '<=', instant(clock))
    .executeTakeFirst()
  if (!offer) throw new DomainError('not_found')
  if (offer.offer !== 'open') throw new DomainError('stock_gone')
  return offer
}

/** Stores a purchase with its price for half an hour. Reserves nothing. A member's oldest drafts end for it. */
export async function makeDraft(
  db: Db,
  request: PriceRequest & { memberId: string; productId: string },
  clock: Clock,
): Promise<OrderDraft> {
  const offer = await offerOf(db, request.productId, clock)
  const pricing = await pricingFor(db, request.memberId, clock)
  const { lines, coupon, coupons } = priceOf(request, offer.price, pricing)
  const row = { id: randomUUID(), expiresAt: instant(clock.now() + draftMs) }
  await db
    .insertInto('orderDraft')
    .values({
      ...row,
      memberId: request.memberId,
      productId: request.productId,
      quantity: request.quantity,
      unitPrice: lines.unitPrice,
      discount: lines.discount,
      couponId: coupon?.id ?? null,
      coupon: lines.coupon,
      actualPayment: lines.actualPayment,
      createdAt: instant(clock),
    })
    .execute()
  await boundDrafts(db, request.memberId, clock)
  return answerOf(row, offer, { lines, coupon, coupons })
}

/** Ends the drafts that are too many to be paid, so that they say so, and deletes those that are too many to store. */
async function boundDrafts(db: Db, memberId: string, clock: Clock): Promise<void> {
  await lockMember(db, memberId)
  const unpaid = await db
    .selectFrom('orderDraft')
    .leftJoin('purchase', (it) =>
      it.onRef('purchase.memberId', '=', 'orderDraft.memberId').onRef('purchase.draftId', '=', 'orderDraft.id'),
    )
    .select(['orderDraft.id', 'expiresAt'])
    .where('orderDraft.memberId', '=', memberId)
    .where('purchase.id', 'is', null)
    .orderBy('orderDraft.createdAt', 'desc')
    .orderBy('orderDraft.id')
    .execute()
  const open = unpaid.filter((it) => it.expiresAt > instant(clock)).slice(openDraftsMost)
  const stored = unpaid.slice(storedDraftsMost)
  if (open.length > 0)
    await db
      .updateTable('orderDraft')
      .set({ expiresAt: instant(clock) })
      .where('memberId', '=', memberId)
      .where(
        'id',
        'in',
        open.map((it) => it.id),
      )
      .execute()
  if (stored.length > 0)
    await db
      .deleteFrom('orderDraft')
      .where('memberId', '=', memberId)
      .where(
        'id',
        'in',
        stored.map((it) => it.id),
      )
      .execute()
}

/** A member's draft at current prices. */
export async function readDraft(db: Db, of: { memberId: string; draftId: string }, clock: Clock): Promise<OrderDraft> {
  const found = await draftOf(db, of).select(isPaid(of).as('isPaid')).executeTakeFirst()
  const draft = payable(found, found?.isPaid, clock)
  const offer = await offerOf(db, draft.productId, clock)
  return answerOf(draft, offer, priceOfDraft(draft, offer.price, await pricingFor(db, of.memberId, clock)))
}

type Draft = Selectable<Schema['orderDraft']>

/** The statement that reads a member's draft. */
export function draftOf(db: Db, { memberId, draftId }: { memberId: string; draftId: string }) {
  return db.selectFrom('orderDraft').selectAll().where('id', '=', draftId).where('memberId', '=', memberId)
}

/** SQL: whether a draft was paid. Asked after the statement that locks the draft: whoever had it may have paid. */
export function isPaid({ memberId, draftId }: { memberId: string; draftId: string }): RawBuilder<boolean> {
  return sql`exists (select 1 from purchase where member_id = ${memberId} and draft_id = ${draftId})`
}

/** The draft if it can still be paid. Throws `not_found` and `order_not_payable`. */
export function payable(draft: Draft | undefined, isPaid: boolean | undefined, clock: Clock): Draft {
  if (!draft) throw new DomainError('not_found')
  if (draft.expiresAt <= instant(clock) || isPaid !== false) throw new DomainError('order_not_payable')
  return draft
}

function answerOf(
  draft: { id: string; expiresAt: string },
  offer: Awaited<ReturnType<typeof offerOf>>,
  { lines, coupon, coupons }: Priced,
): OrderDraft {
  return {
    id: draft.id,
    expiresAt: draft.expiresAt,
    productId: offer.id,
    productName: offer.name,
    art: offer.art,
    picture: pictureOf(offer.picture),
    kind: offer.kind,
    currency: offer.currency,
    ...lines,
    couponId: coupon?.id ?? null,
    coupons,
    levelNeeded: offer.levelNeeded,
    stock: offer.unitsFree,
  }
}
