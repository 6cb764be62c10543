import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { earningsStats } from '#protocol/statistics.ts'
import { instant, startOfDay, addDays, dayIn } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { runOfLine } from '../../ledger/settle.ts'
import { pictureOf } from '../../picture-address.ts'
import { earnsUntil, wantedUnits, type Wanted } from './held.ts'
import { everyDay, type Days } from './rules.ts'

type Stats = Answer<typeof earningsStats>
type Product = Stats['products'][number]
type ProductRow = Omit<Product, 'amounts' | 'firstOwnedOn'> & {
  ownedFrom: string | null
  paid: [place: number, amount: number][]
}

/** What a member's units were paid on their days: in all, by day and by product. */
export async function incomeOf(
  db: Db,
  wanted: Wanted,
  { from, to, before }: Days,
  zone: string,
): Promise<Pick<Stats, 'total' | 'totalBefore' | 'days' | 'products'>> {
  const { rows } = await sql<ProductRow>`
    with paid as (
      select income_day.machine_id, sum(amount)::bigint as amount,
        json_agg(json_build_array(day - ${from}::date, amount)) as paid
      from income_day ${machinesOf(wanted)}
      where income_day.member_id = ${wanted.memberId}::uuid and day >= ${from}::date and day <= ${to}::date
      group by income_day.machine_id
    ), owned as (
      select machine_id, (count(*) filter (where status = 'active'))::int as units, min(active_from) as owned_from
      from unit where member_id = ${wanted.memberId}::uuid group by machine_id
    )
    select product.id as product_id, product.name, product.art, product.picture, product.kind, coalesce(owned.units, 0) as units,
      owned.owned_from,
      paid.amount, paid.paid
    from paid join machine on machine.id = paid.machine_id join product on product.id = machine.product_id
    left join owned on owned.machine_id = paid.machine_id
    order by paid.amount desc, product.id`.execute(db)
  const days = everyDay({ from, to }).map((day) => ({ day, amount: 0 }))
  const products = rows.map(({ paid, ownedFrom, ...product }): Product => {
    const amounts = days.map(() => 0)
    for (const [place, amount] of paid) {
      amounts[place] = amount
      const day = days[place]
      if (day) day.amount += amount
    }
    const firstOwned = ownedFrom && dayIn(zone, ownedFrom)
    return { ...product, picture: pictureOf(product.picture), firstOwnedOn: firstOwned, amounts }
  })
  return {
    total: products.reduce((sum, it) => sum + it.amount, 0),
    totalBefore: await totalOf(db, wanted, before),
    days,
    products,
  }
}

/** The first of the member's days on which they had wanted units; null where they never had any. */
export async function firstOwnedOn(db: Db, wanted: Wanted, zone: string): Promise<string | null> {
  const { rows } = await sql<{ ownedFrom: string | null }>`
    select min(unit.active_from) as owned_from from unit join machine on machine.id = unit.machine_id
    where ${wantedUnits(wanted)}`.execute(db)
  const ownedFrom = rows[0]?.ownedFrom ?? null
  return ownedFrom && dayIn(zone, ownedFrom)
}

async function totalOf(db: Db, wanted: Wanted, { from, to }: { from: string; to: string }): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from income_day ${machinesOf(wanted)}
    where income_day.member_id = ${wanted.memberId}::uuid and day >= ${from}::date and day <= ${to}::date`.execute(db)
  return rows[0]?.amount ?? 0
}

function machinesOf({ kind, productId }: Wanted): RawBuilder<unknown> {
  if (kind === undefined && productId === undefined) return sql``
  return sql`join machine on machine.id = income_day.machine_id
    ${kind === undefined ? sql`` : sql`and machine.kind = ${kind}`}
    ${productId === undefined ? sql`` : sql`and machine.product_id = ${productId}::uuid`}`
}

/**
 * What a member bought of a product, the newest first, with what one unit of each order was paid on the days. Units of
 * one order begin and end together, so that each was paid the same: one of them is looked at.
 */
export async function boughtOf(
  db: Db,
  wanted: Wanted & { productId: string },
  { from, to }: Days,
  zone: string,
): Promise<NonNullable<Stats['bought']>> {
  const since = instant(startOfDay(zone, from))
  const until = instant(startOfDay(zone, addDays(to, 1)))
  const { rows } = await sql<NonNullable<Stats['bought']>[number]>`
    with bought as (
      select unit.member_id, unit.purchase_id, count(*)::int as units, (min(unit.id::text))::uuid as unit_id, min(unit.pending_account_id) as account_id,
        min(unit.active_from) as active_from, min(${earnsUntil}) as earns_until
      from unit join machine on machine.id = unit.machine_id
      join purchase on purchase.member_id = unit.member_id and purchase.id = unit.purchase_id
      where ${wantedUnits(wanted)} group by unit.member_id, unit.purchase_id
    )
    select bought.purchase_id as order_id, bought.units, bought.active_from, bought.earns_until, paid.amount as per_unit
    from bought
    cross join lateral (
      select coalesce(sum(settlement_line.amount), 0)::bigint as amount
      from settlement_line join settlement_run on ${runOfLine(sql`bought.account_id`)}
      where settlement_line.member_id = bought.member_id and settlement_line.unit_id = bought.unit_id
        and settlement_run.done_at >= ${since}::timestamptz and settlement_run.done_at < ${until}::timestamptz
    ) paid
    order by bought.active_from desc, bought.purchase_id`.execute(db)
  return rows
}
