import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import type { Exact } from './exchange-math.ts'
import { cross, exactOf } from './exchange-math.ts'

/** A currency or asset with what one dollar is in it, as it was last published. */
export interface Quoted {
  code: string
  name: string
  symbol: string
  decimals: number
  perUsd: Exact
  publishedAt: string
}

/** All that have a rate, by position. */
export async function quotes(db: Db): Promise<Quoted[]> {
  const { rows } = await sql<Omit<Quoted, 'perUsd'> & { perUsd: string }>`
    select currency.code, name, symbol, decimals, newest.per_usd, newest.published_at from currency
    cross join lateral (
      select per_usd, published_at from rate where rate.code = currency.code order by id desc limit 1
    ) newest
    order by position, code`.execute(db)
  return rows.map((it) => ({ ...it, perUsd: exactOf(it.perUsd) }))
}

/**
 * The rate between two currencies; the older of the two publications dates it. Throws a DomainError where one has no
 * rate.
 */
export async function rateBetween(
  db: Db,
  from: string,
  to: string,
): Promise<{ rate: Exact; publishedAt: string; from: Quoted; to: Quoted }> {
  const all = await quotes(db)
  return between(quoteOf(all, from), quoteOf(all, to))
}

export function between(from: Quoted, to: Quoted): { rate: Exact; publishedAt: string; from: Quoted; to: Quoted } {
  return {
    rate: cross(from.perUsd, to.perUsd),
    publishedAt: from.publishedAt < to.publishedAt ? from.publishedAt : to.publishedAt,
    from,
    to,
  }
}

export function quoteOf(all: readonly Quoted[], code: string): Quoted {
  const found = all.find((it) => it.code === code)
  if (!found) throw new DomainError('not_found')
  return found
}

/** Publishes how much of a currency one dollar is, from now on. Top-ups that were opened at an earlier rate keep it. */
export async function publishRate(
  db: Db,
  { code, perUsd }: { code: string; perUsd: string },
  clock: Clock,
): Promise<void> {
  const known = await db.selectFrom('currency').select('code').where('code', '=', code).executeTakeFirst()
  if (!known) throw new DomainError('bad_request', { field: 'code', problem: 'is no currency known here' })
  try {
    exactOf(perUsd)
  } catch {
    throw new DomainError('bad_request', {
      field: 'rate',
      problem: 'must be a number above 0, such as 15870 or 1.0004',
    })
  }
  if (code === 'USD' && exactOf(perUsd) !== exactOf('1'))
    throw new DomainError('bad_request', { field: 'rate', problem: 'of the dollar is 1: rates are said in dollars' })
  await db
    .insertInto('rate')
    .values({ code, perUsd, publishedAt: instant(clock) })
    .execute()
}

const demoRates = {
  USD: '1',
  USDT: '1.0004',
  IDR: '16635',
  MYR: '4.148',
  VND: '26345',
  THB: '32.46',
  CNY: '7.1105',
  AED: '3.6725',
  SGD: '1.3012',
}

/** Rates of the demonstration, once. */
export async function seedDemoRates(db: Db, clock: Clock): Promise<void> {
  const published = await db.selectFrom('rate').select('id').limit(1).executeTakeFirst()
  if (published) return
  await db
    .insertInto('rate')
    .values(Object.entries(demoRates).map(([code, perUsd]) => ({ code, perUsd, publishedAt: instant(clock) })))
    .execute()
}
