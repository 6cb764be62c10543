import { sql, type Selectable } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { GoodsTerms, PointsGoods, PointsGoodsDetail } from '#protocol/pointsmall.ts'
import { instant } from '../../clock.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import { localized } from '../../db/localized.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Context } from '../../http/handler.ts'

const Cursor = v.tuple([v.pipe(v.number(), v.safeInteger()), Id])

const ranks = {
  featured: sql<number>`case when stock = 0 then 1000000 else 0 end + position`,
  points: sql<number>`points`,
  newest: sql<number>`- (extract(epoch from offered_from) * 1000)::bigint`,
}

interface Wanted {
  categoryId?: string | undefined
  sort?: keyof typeof ranks | undefined
  after?: string | undefined
  limit: number
}

/** A page of what is on offer. The operator's own order has what is sold out at its end. */
export async function goodsPage(
  { db, language, clock }: Pick<Context, 'db' | 'language' | 'clock'>,
  { categoryId, sort = 'featured', after, limit }: Wanted,
): Promise<{ items: PointsGoods[]; next?: string }> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const rank = sql<number>`(${ranks[sort]})::bigint`
  const rows = await offered(db, instant(clock))
    .select(rank.as('rank'))
    .$if(categoryId !== undefined, (it) => it.where('categoryId', '=', categoryId ?? ''))
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(${rank}, id) > (${cursor?.[0]}::bigint, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('rank')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return pageOf(
    rows,
    limit,
    (row) => [row.rank, row.id],
    (row) => shown(row, language),
  )
}

/** One of the goods with what the caller has of it already. Throws `not_found`. */
export async function goodsDetail(
  { db, language, clock, callerId }: Pick<Context, 'db' | 'language' | 'clock' | 'callerId'>,
  id: string,
): Promise<PointsGoodsDetail> {
  const row = await offered(db, instant(clock)).select(['description', 'gives']).where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  return {
    ...shown(row, language),
    ...termsIn(language, row),
    had: callerId === null ? 0 : await hadOf(db, callerId, id),
  }
}

/** What a member reads of goods in a language, besides the price. */
export function termsIn(
  language: string,
  goods: Pick<Selectable<Schema['pointsGoods']>, keyof GoodsTerms>,
): GoodsTerms {
  const { kind, gives, name, line, description } = goods
  return {
    kind,
    gives: gives?.of === 'coupon' ? { ...gives, currency: booksCurrency } : gives,
    name: localized(language, name),
    line: localized(language, line),
    description: localized(language, description),
  }
}

/** How many pieces a member has had, refunded ones not counted. */
export async function hadOf(db: Db, memberId: string, goodsId: string): Promise<number> {
  const { had } = await db
    .selectFrom('pointsOrder')
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('had'))
    .where('memberId', '=', memberId)
    .where('goodsId', '=', goodsId)
    .where('status', '<>', 203)
    .executeTakeFirstOrThrow()
  return had
}

/** Categories that have something on offer, in the operator's order. */
export async function categoriesOf({ db, language, clock }: Pick<Context, 'db' | 'language' | 'clock'>) {
  const rows = await db
    .selectFrom('pointsCategory')
    .innerJoin(offered(db, instant(clock)).as('goods'), 'goods.categoryId', 'pointsCategory.id')
    .select(['pointsCategory.id', 'pointsCategory.name', 'pointsCategory.art'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('pointsCategory.id')
    .orderBy('pointsCategory.position')
    .orderBy('pointsCategory.id')
    .execute()
  return { items: rows.map(({ id, name, art, count }) => ({ id, name: localized(language, name), art, goods: count })) }
}

function offered(db: Db, now: string) {
  return db
    .selectFrom('pointsGoods')
    .select([
      'pointsGoods.id',
      'pointsGoods.categoryId',
      'pointsGoods.name',
      'pointsGoods.line',
      'pointsGoods.art',
      'pointsGoods.kind',
      'pointsGoods.points',
      'pointsGoods.stock',
      'pointsGoods.limitEach',
      'pointsGoods.levelNeeded',
    ])
    .where('pointsGoods.offeredFrom', '<=', now)
    .where('pointsGoods.withdrawnAt', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof offered>['executeTakeFirstOrThrow']>>

function shown({ limitEach, ...row }: Row, language: string): PointsGoods {
  const { id, categoryId, art, kind, points, stock, levelNeeded } = row
  const words = { name: localized(language, row.name), line: localized(language, row.line) }
  return { id, categoryId, ...words, art, kind, points, stock, limit: limitEach, levelNeeded }
}
