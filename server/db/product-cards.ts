import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ProductCard } from '#protocol/products.ts'
import { instant, millisOf } from '../clock.ts'
import { pictureOf } from '../picture-address.ts'
import { besideMachine, machineBeside } from './beside-machine.ts'
import { sharedBefore } from './entitlement.ts'
import type { Db } from './open.ts'
import { translatorFor } from './terms.ts'

export type ProductOrder = 'featured' | 'price' | 'earned' | 'newest'

/**
 * Which offers, in which order, after which row. `asOf` fixes the instant up to which earnings count, so that pages
 * sorted by earnings fit together.
 */
export interface CardsWanted {
  /** These alone, also those that can't be bought now. */
  ids?: readonly string[]
  /** A category and those below it. */
  categoryId?: string | undefined
  kind?: 'vehicle' | 'pile' | undefined
  /** Only what is in stock and costs at most this balance, in minor units (`isAffordable` of the protocol). */
  affordableWith?: number | undefined
  inStock?: boolean
  /** An offer that is left out; those of its category come first, then those of its kind. */
  like?: { id: string; categoryId: string; kind: 'vehicle' | 'pile' } | undefined
  order: ProductOrder
  /** With the order by earnings: that it is kept for the instant `asOf` (earned-ranks.ts). */
  isRanked?: boolean
  after?: { rank: number; id: string } | undefined
  limit: number
  asOf: string
  /** The language of the editions' names. */
  language: string
}

/** A card and its place in the order asked for. */
export type ProductCardRow = ProductCard & { rank: number }

/**
 * Offers as cards, in one statement. What was earned takes three look-ups in the revenue index per machine: trips are
 * never summed. Without a kept order, that by earnings measures every offer.
 */
export async function productCards(db: Db, wanted: CardsWanted): Promise<ProductCardRow[]> {
  const offers = sql`(${offersOf(wanted)})`
  // Earnings are looked up for the page alone, unless the order depends on them.
  const rows =
    wanted.order === 'earned' && !wanted.isRanked
      ? pageOf(byEarnings(offers, wanted.asOf), wanted)
      : sql`${measured(sql`(${pageOf(offers, wanted)})`, wanted.asOf)} order by rank, id`
  const [{ rows: cards }, translate] = await Promise.all([
    // In a `with`: a distributed PostgreSQL reads totals first, and doesn't join them with what every node has.
    sql<ProductCardRow>`with totals as (select machine_id, units_free from machine_total) ${rows}`.execute(db),
    translatorFor(db, wanted.language),
  ])
  return cards.map((it) => ({ ...it, edition: translate(it.edition), picture: pictureOf(it.picture) }))
}

/** SQL of every product, on offer or not, with its `rank` by what a unit earned in the 30 days up to an instant. */
export function offersByEarnings(asOf: string): RawBuilder<unknown> {
  return byEarnings(
    sql`(select p.id, m.id as machine_id, m.units_total from product p join machine m on m.product_id = p.id)`,
    asOf,
  )
}

function byEarnings(offers: RawBuilder<unknown>, asOf: string): RawBuilder<unknown> {
  return sql`(select card.*, - coalesce(earned_last30_days, -1) as rank from (${measured(offers, asOf)}) card)`
}

const ranks = {
  featured: sql`(case when p.is_featured then 0 else 1000000 end + p.position)::bigint as rank,`,
  price: sql`p.price as rank,`,
  newest: sql`- (extract(epoch from p.offered_from) * 1000)::bigint as rank,`,
  earned: sql``,
}

function offersOf({
  ids,
  categoryId,
  kind,
  like,
  affordableWith,
  inStock,
  order,
  isRanked,
  asOf,
}: CardsWanted): RawBuilder<unknown> {
  // The key is of the table in whose order the offers are read.
  const key = isRanked ? sql`kept.product_id as id, kept.rank,` : sql`p.id, ${like ? likeness(like) : ranks[order]}`
  const kept = sql`join earned_rank kept on kept.product_id = p.id and kept.as_of = ${asOf}`
  return sql`
    select ${key} p.kind, p.category_id, p.name, p.edition, p.art, p.picture, p.currency, p.price, p.daily_income,
      p.total_return, p.yield_rate, p.validity_days, p.validity_periods, p.settlement_type,
      case when p.offer = 'open' then total.units_free else 0 end as stock, p.offer = 'open' as is_on_offer, m.units_total, p.purchase_limit, p.level_needed, p.gift_points,
      p.operator_id, m.device_number, coalesce(m.place, '') as place, m.service_state, m.id as machine_id
    from product p join machine m on m.product_id = p.id join totals total on total.machine_id = m.id ${isRanked ? kept : sql``}
    where p.offered_from <= ${asOf}
      ${ids ? sql`and p.id = any(${ids}::uuid[])` : sql`and p.offer = 'open'`}
      ${
        categoryId === undefined
          ? sql``
          : sql`and p.category_id in (
              select id from category where id = ${categoryId} or parent_id = ${categoryId})`
      }
      ${kind === undefined ? sql`` : sql`and p.kind = ${kind}`}
      ${like === undefined ? sql`` : sql`and p.id <> ${like.id}`}
      ${affordableWith === undefined ? sql`` : sql`and p.price <= ${affordableWith}`}
      ${inStock || affordableWith !== undefined ? sql`and total.units_free > 0` : sql``}`
}

function likeness({ categoryId, kind }: NonNullable<CardsWanted['like']>): RawBuilder<unknown> {
  return sql`(case when p.category_id = ${categoryId} then 0 when p.kind = ${kind} then 1000000 else 2000000 end
    + p.position)::bigint as rank,`
}

function pageOf(rows: RawBuilder<unknown>, { after, limit }: CardsWanted): RawBuilder<unknown> {
  return sql`select * from ${rows} offer
    ${after ? sql`where (rank, id) > (${after.rank}::bigint, ${after.id}::uuid)` : sql``}
    order by rank, id limit ${limit}`
}

/** Offers with what one unit earned in the 30 days up to `asOf`; null while the machine has not run for a day. */
function measured(offers: RawBuilder<unknown>, asOf: string): RawBuilder<unknown> {
  const earlier = (days: number) => instant(millisOf(asOf) - days * 86_400_000)
  const sharedBy = (when: string) =>
    sharedBefore({
      machineId: machineBeside,
      // What counts at that very instant is included.
      before: sql`${instant(millisOf(when) + 1)}::timestamptz`,
    })
  return sql`
    select offer.*, case when first.counted_at <= ${earlier(1)}::timestamptz
      then (coalesce(${sharedBy(asOf)}, 0) - coalesce(${sharedBy(earlier(30))}, 0)) / offer.units_total end as earned_last30_days
    from ${offers} offer ${besideMachine('offer.machine_id')}
    left join lateral (
      select counted_at from revenue where machine_id = ${machineBeside} order by counted_at limit 1
    ) first on true`
}
