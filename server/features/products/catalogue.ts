import * as v from 'valibot'
import type { goodsList, goodsRecommend } from '#protocol/products.ts'
import type { Args } from '#protocol/call.ts'
import { spendableBalance } from '#protocol/affordable.ts'
import { Id } from '#protocol/primitives.ts'
import { instant } from '../../clock.ts'
import { rankedAsOf } from '../../db/earned-ranks.ts'
import type { ProductOrder } from '../../db/product-cards.ts'
import { productCards } from '../../db/product-cards.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import type { Context } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { detailOf } from './detail.ts'

/** Instant of the first page, then the key of the last row. */
const Cursor = v.tuple([InstantKey, v.pipe(v.number(), v.safeInteger()), Id])

/** A page of offers, filtered and sorted as asked. */
export async function catalogue(context: Context, args: Partial<Args<typeof goodsList>> & { limit: number }) {
  const cursor = args.after === undefined ? undefined : readCursor(args.after, Cursor)
  const order: ProductOrder = args.sort ?? 'featured'
  const rankedAt = order === 'earned' ? await rankedAsOf(context.db, cursor?.[0], context.clock) : null
  const asOf = rankedAt ?? cursor?.[0] ?? instant(context.clock)
  const rows = await productCards(context.db, {
    categoryId: args.categoryId,
    kind: args.kind,
    order,
    isRanked: rankedAt !== null,
    asOf,
    limit: args.limit + 1,
    language: context.language,
    affordableWith: args.affordable ? await balanceOf(context) : undefined,
    after: cursor && { rank: cursor[1], id: cursor[2] },
  })
  return pageOf(
    rows,
    args.limit,
    (row) => [asOf, row.rank, row.id],
    (row) => row,
  )
}

/** The caller's spendable balance in minor units; undefined for a visitor, who is shown everything. */
async function balanceOf({ db, callerId }: Context): Promise<number | undefined> {
  return callerId === null ? undefined : spendableBalance(await walletsOf(db, callerId))
}

/** One offer in full. Throws not_found for an unknown id, and for one that is not of `kind`. */
export async function offer(context: Context, id: string, kind?: 'vehicle') {
  const found = await detailOf(context, id)
  if (!found || (kind && found.kind !== kind)) throw new DomainError('not_found')
  return found
}

/** Offers that still have units left: those most like a product, or the featured ones. Throws not_found. */
export async function recommended({ db, clock, language }: Context, { limit, like: id }: Args<typeof goodsRecommend>) {
  const like =
    id === undefined
      ? undefined
      : await db.selectFrom('product').select(['id', 'categoryId', 'kind']).where('id', '=', id).executeTakeFirst()
  if (id !== undefined && !like) throw new DomainError('not_found')
  const asOf = instant(clock)
  return { items: await productCards(db, { order: 'featured', inStock: true, like, limit, asOf, language }) }
}
