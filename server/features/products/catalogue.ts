import * as v from 'valibot'
import { goodsDetail, goodsList, goodsRecommend, goodsVehicleDetail, goodsVehicleList } from '#protocol/products.ts'
import { planDetail, planPages, plansOfCategory, singlePage } from '#protocol/home.ts'
import type { Args } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'
import { instant } from '../../clock.ts'
import type { ProductOrder } from '../../db/product-cards.ts'
import { productCards } from '../../db/product-cards.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import type { Context } from '../../http/handler.ts'
import { handle } from '../../http/handler.ts'
import { Refusal } from '../../http/refusal.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { detailOf } from './detail.ts'

/** Instant of the first page, then the key of the last row. */
const Cursor = v.tuple([InstantKey, v.pipe(v.number(), v.safeInteger()), Id])

async function page(context: Context, args: Partial<Args<typeof goodsList>> & { limit: number }) {
  const cursor = args.after === undefined ? undefined : readCursor(args.after, Cursor)
  const asOf = cursor?.[0] ?? instant(context.clock)
  const order: ProductOrder = args.sort ?? 'featured'
  const rows = await productCards(context.db, {
    categoryId: args.categoryId,
    kind: args.kind,
    order,
    asOf,
    limit: args.limit + 1,
    language: context.language,
    upTo: args.affordable ? await purse(context) : undefined,
    after: cursor && { rank: cursor[1], id: cursor[2] },
  })
  return pageOf(
    rows,
    args.limit,
    (row) => [asOf, row.rank, row.id],
    (row) => row,
  )
}

/** The most the caller could pay from one wallet; a visitor is shown everything. */
async function purse({ db, callerId }: Context): Promise<number | undefined> {
  if (callerId === null) return undefined
  const { recharge, income } = await walletsOf(db, callerId)
  return Math.max(recharge, income)
}

async function detail(context: Context, id: string, kind?: 'vehicle') {
  const found = await detailOf(context, id)
  if (!found || (kind && found.kind !== kind)) throw new Refusal('not_found')
  return found
}

const recommended = handle(goodsRecommend, async ({ db, clock, language }, { limit }) => {
  return { items: await productCards(db, { order: 'featured', inStock: true, limit, asOf: instant(clock), language }) }
})

/** Offers, by today's names and by those of older clients. */
export const catalogueCalls = [
  handle(goodsList, page),
  handle(goodsVehicleList, (context, args) => page(context, { ...args, kind: 'vehicle' })),
  recommended,
  handle(singlePage, page),
  handle(planPages, page),
  handle(plansOfCategory, page),
  handle(goodsDetail, (context, { id }) => detail(context, id)),
  handle(goodsVehicleDetail, (context, { id }) => detail(context, id, 'vehicle')),
  handle(planDetail, (context, { planId }) => detail(context, planId)),
]
