import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { TopUp } from '#protocol/wallet.ts'
import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import { lockMember } from '../../../db/lock-member.ts'
import type { Db } from '../../../db/open.ts'
import { settable, settingOf } from '../../../db/settings.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { price, textOf } from '../exchange/exchange-math.ts'
import { rateBetween } from '../exchange/rates.ts'
import type { Rail } from '../rails/rail.ts'
import { stateOf } from './top-up-state.ts'
import { booksCurrency as currency } from '../../../db/books-currency.ts'

const minor = settable(1, 1_000_000_000)
/** The setting `recharge` as it is stored: amounts at a tap and bounds in minor units, and how long a rate is kept. */
const StoredSetting = v.object({
  amounts: v.array(minor),
  minimum: minor,
  maximum: minor,
  minutes: settable(5, 1440),
})
/** What it may be set to: every amount at a tap can be paid in. */
export const RechargeSetting = v.pipe(
  StoredSetting,
  v.check((it) => it.minimum <= it.maximum, 'must let members top up: its maximum is below its minimum'),
  v.check(
    (it) => it.amounts.every((amount) => amount >= it.minimum && amount <= it.maximum),
    'must offer amounts between its minimum and its maximum',
  ),
)
export const standard: v.InferOutput<typeof StoredSetting> = {
  amounts: [2000, 5000, 10_000, 20_000, 50_000, 100_000],
  minimum: 1000,
  maximum: 10_000_000,
  minutes: 60,
}

const openMost = 3
/** So long after a restore, addresses of the time before it can be assigned. */
const restoredMs = 30 * 24 * 60 * 60_000

export async function rechargeTerms(db: Db): Promise<v.InferOutput<typeof StoredSetting>> {
  return (await settingOf(db, 'recharge', StoredSetting)) ?? standard
}

/**
 * Opens a top-up at today's rate with an address of the member's own, or gives the open one of the same amount and rail
 * that nothing was paid of. Throws amount_out_of_range, rail_unavailable (no rate, no address left) or
 * top_up_limit_reached.
 */
export async function openTopUp(
  db: Db,
  { memberId, amount, rail }: { memberId: string; amount: number; rail: Rail },
  clock: Clock,
): Promise<string> {
  const { minimum, maximum, minutes } = await rechargeTerms(db)
  if (amount < minimum || amount > maximum)
    throw new DomainError('amount_out_of_range', { least: minimum, most: maximum, currency })
  // One request of a member at a time: pressing twice must open one top-up.
  await lockMember(db, memberId)
  const open = await openOf(db, memberId, clock)
  const same = open.find(
    (it) => !it.isPartlyPaid && it.amount === amount && it.asset === rail.asset && it.network === rail.network,
  )
  if (same) return same.id
  if (open.length >= openMost) throw new DomainError('top_up_limit_reached', { limit: openMost })
  const quote = await quoteFor(db, rail)
  const address = await addressFor(db, { memberId, rail, taken: open.map((it) => it.address) }, clock)
  const openedAt = instant(clock)
  const expiresAt = instant(clock.now() + minutes * 60_000)
  return await awaitAt(db, { memberId, amount, rail, address, quote, openedAt, expiresAt }, clock)
}

/**
 * Makes an address a member's that was handed out to them after the point to which the database was restored. What came
 * to it since `since` is credited at the rate of the day. Throws bad_request where it is another member's, and where no
 * restore was finished lately: one person could credit anything with it otherwise.
 */
export async function assignAddress(
  db: Db,
  { memberId, rail, address, since }: { memberId: string; rail: Rail; address: string; since: string },
  clock: Clock,
): Promise<void> {
  const restore = await db
    .selectFrom('operatorAction')
    .select('at')
    .where('command', 'in', ['restore', 'restore finish'])
    .where('at', '>=', instant(clock.now() - restoredMs))
    .limit(1)
    .executeTakeFirst()
  if (!restore) throw new DomainError('bad_request', { field: address, problem: 'is assigned only after a restore' })
  const theirs = await db
    .insertInto('depositAddress')
    .values({ address, network: rail.network, memberId, addedAt: instant(clock) })
    .onConflict((it) =>
      it
        .column('address')
        .doUpdateSet({ memberId, outOfStockAt: null })
        .where('depositAddress.memberId', 'is', null)
        .where('depositAddress.network', '=', rail.network),
    )
    .returning('address')
    .executeTakeFirst()
  if (!theirs) throw new DomainError('bad_request', { field: address, problem: "is a member's already" })
  const { minimum: amount } = await rechargeTerms(db)
  const quote = await quoteFor(db, rail)
  // It is over at once: nothing of it counts at a rate that was promised.
  const expiresAt = instant(millisOf(since) + 1)
  await awaitAt(db, { memberId, amount, rail, address, quote, openedAt: since, expiresAt }, clock)
}

type Quote = Awaited<ReturnType<typeof rateBetween>>

async function quoteFor(db: Db, { asset }: Rail): Promise<Quote> {
  return await rateBetween(db, asset, currency).catch((cause: unknown) => {
    throw cause instanceof DomainError ? new DomainError('rail_unavailable') : cause
  })
}

async function awaitAt(
  db: Db,
  it: {
    memberId: string
    amount: number
    rail: Rail
    address: string
    quote: Quote
    openedAt: string
    expiresAt: string
  },
  clock: Clock,
): Promise<string> {
  const { memberId, amount, rail, address, quote, openedAt, expiresAt } = it
  const id = randomUUID()
  await db
    .insertInto('awaitedTopUp')
    .values({
      id,
      memberId,
      asset: rail.asset,
      network: rail.network,
      address,
      currency,
      amount,
      due: Number(price(BigInt(amount), quote.to, quote.from)),
      rate: textOf(quote.rate),
      openedAt,
      expiresAt,
      lookAt: instant(clock),
      lookedAt: null,
    })
    .execute()
  return id
}

/** A member's top-up as it is known now. Throws a DomainError for an unknown or foreign id. */
export async function topUpOf(
  db: Db,
  { memberId, id, rails }: { memberId: string; id: string; rails: readonly Rail[] },
  clock: Clock,
): Promise<TopUp> {
  const [found] = await shown(db, awaited(db, memberId).where('id', '=', id), rails, clock)
  if (!found) throw new DomainError('not_found')
  return found
}

/** A member's top-ups whose time is running and which still want money or confirmations, newest first. */
export async function runningTopUps(
  db: Db,
  { memberId, rails }: { memberId: string; rails: readonly Rail[] },
  clock: Clock,
): Promise<TopUp[]> {
  const running = awaited(db, memberId).where('expiresAt', '>', instant(clock)).orderBy('openedAt', 'desc')
  const found = await shown(db, running, rails, clock)
  return found.filter(({ state }) => state !== 'credited' && state !== 'overpaid')
}

function awaited(db: Db, memberId: string) {
  return db
    .selectFrom('awaitedTopUp')
    .innerJoin('currency', 'currency.code', 'asset')
    .selectAll('awaitedTopUp')
    .select('decimals')
    .where('memberId', '=', memberId)
}

async function shown(
  db: Db,
  wanted: ReturnType<typeof awaited>,
  rails: readonly Rail[],
  clock: Clock,
): Promise<TopUp[]> {
  const rows = await wanted.execute()
  if (rows.length === 0) return []
  const ids = rows.map((it) => it.id)
  const brought = await db.selectFrom('railTransfer').selectAll().where('awaitedId', 'in', ids).execute()
  return rows.map((row) => {
    const { id, asset, network, decimals, currency, address, due, rate, openedAt, expiresAt } = row
    const rail = rails.find((it) => it.network === network && it.asset === asset)
    const confirmations = rail?.confirmations ?? 0
    const ofIt = brought.filter((it) => it.awaitedId === id)
    const state = stateOf(row, ofIt, confirmations, clock.now())
    const about = { id, asset, network, decimals, confirmations, demo: rail?.demo ?? false, currency }
    return { ...about, due, rate, address, openedAt, expiresAt, ...state }
  })
}

interface Open {
  id: string
  amount: number
  asset: string
  network: string
  address: string
  isPartlyPaid: boolean
}

/**
 * Top-ups whose time is running and for which not all was credited yet. One that is partly paid still asks for its
 * rest, which would count for a new one at the same address.
 */
async function openOf(db: Db, memberId: string, clock: Clock): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select id, amount, asset, network, address, credited > 0 as "isPartlyPaid"
    from awaited_top_up, lateral (
      select coalesce(sum(value), 0) as credited from rail_transfer
      where awaited_id = awaited_top_up.id and rail_transfer.credited > 0
    ) brought
    where member_id = ${memberId} and expires_at > ${instant(clock)} and brought.credited < due
    order by opened_at`.execute(db)
  return rows
}

/** An address that is the member's and not in use by an open top-up; else a new one, theirs from now on. */
async function addressFor(
  db: Db,
  { memberId, rail, taken }: { memberId: string; rail: Rail; taken: string[] },
  clock: Clock,
): Promise<string> {
  const own = await db
    .selectFrom('depositAddress')
    .select('address')
    .where('memberId', '=', memberId)
    .where('network', '=', rail.network)
    .$if(taken.length > 0, (it) => it.where('address', 'not in', taken))
    .orderBy('addedAt')
    .limit(1)
    .executeTakeFirst()
  if (own) return own.address
  if (rail.mintAddress) {
    const address = rail.mintAddress()
    await db
      .insertInto('depositAddress')
      .values({ address, network: rail.network, memberId, addedAt: instant(clock) })
      .execute()
    return address
  }
  const address = await takeFree(db, { memberId, network: rail.network })
  if (address === undefined) throw new DomainError('rail_unavailable')
  return address
}

/** How many of the oldest free addresses are read at a time. */
const freeAtOnce = 20

/** Makes a free address the member's; undefined where none is left. */
async function takeFree(
  db: Db,
  { memberId, network }: { memberId: string; network: string },
): Promise<string | undefined> {
  for (;;) {
    const free = await db
      .selectFrom('depositAddress')
      .select('address')
      .where('network', '=', network)
      .where('memberId', 'is', null)
      .where('outOfStockAt', 'is', null)
      .orderBy('addedAt')
      .orderBy('address')
      .limit(freeAtOnce)
      .execute()
    if (free.length === 0) return undefined
    // Two who ask at once mostly begin at different addresses. Else the second waits for the first, and tries the next.
    const start = randomInt(free.length)
    for (const { address } of [...free.slice(start), ...free.slice(0, start)]) {
      const taken = await db
        .updateTable('depositAddress')
        .set({ memberId })
        .where('address', '=', address)
        .where('memberId', 'is', null)
        .where('outOfStockAt', 'is', null)
        .returning('address')
        .executeTakeFirst()
      if (taken) return taken.address
    }
  }
}
