import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Log } from '../../../log.ts'
import { worth } from '../exchange/exchange-math.ts'
import type { Rail, Seen } from '../rails/rail.ts'
import { quoteOf, quotes } from '../exchange/rates.ts'
import { creditTopUp } from './crediting.ts'
import { finalAt, settledMs } from './settled-transfers.ts'
import { nextLook, stateOf } from './top-up-state.ts'

export interface LookDeps {
  db: Db
  transact: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  clock: Clock
  log: Log
}

/** A chain's clock may differ from ours by seconds: transfers count from a little before the top-up was opened. */
const marginMs = 10 * 60_000
/** An index may list a transfer late: what came within this time before a look is asked for again. */
const lateMs = 24 * 60 * 60_000

/**
 * Asks a rail for the transfers to an address and credits those that are final, each once ever, however many processes
 * ask. A transfer that the rail no longer reports is dropped; if it was credited, the operator is alerted. A transfer
 * to a deleted account is stored and credited to nobody; the operator is alerted and can send it back.
 */
export async function lookAt({ db, transact, clock, log }: LookDeps, rail: Rail, address: string): Promise<void> {
  const since = await unseenSince(db, address, clock)
  if (since === null) return
  const final = await finalAt(db, rail, address, clock)
  const askedAt = instant(clock)
  const { transfers: seen, through, disputed } = await rail.transfersTo(address, since, final)
  const taken = { rail, address, since, through, seen, final, askedAt }
  const { gone, unowned } = await transact((tx) => take(tx, taken, clock))
  for (const externalId of disputed)
    log.error('sources of a rail do not agree on a transfer', undefined, { network: rail.network, externalId })
  for (const externalId of unowned)
    log.error('a transfer came for an account that was deleted', undefined, { network: rail.network, externalId })
  for (const externalId of gone)
    log.error('a credited transfer is not on its rail any more', undefined, { network: rail.network, externalId })
}

/**
 * From when on transfers to an address have to be asked for: the end of the last look, but from the first transfer that
 * isn't settled. Null where nothing was ever awaited there.
 */
async function unseenSince(db: Db, address: string, clock: Clock): Promise<string | null> {
  const known = await db
    .selectFrom('depositAddress')
    .select('seenThrough')
    .select((it) =>
      it
        .selectFrom('awaitedTopUp')
        .select((first) => first.fn.min('openedAt').as('at'))
        .where('address', '=', address)
        .as('openedAt'),
    )
    .where('address', '=', address)
    .executeTakeFirst()
  if (known?.openedAt == null) return null
  const first = instant(millisOf(known.openedAt) - marginMs)
  if (known.seenThrough === null) return first
  const unsettled = await db
    .selectFrom('railTransfer')
    .innerJoin('awaitedTopUp', 'awaitedTopUp.id', 'awaitedId')
    .select((it) => it.fn.min('arrivedAt').as('at'))
    .where('address', '=', address)
    .where('isGone', '=', false)
    .where((it) => it.or([it('creditedAt', 'is', null), it('creditedAt', '>=', instant(clock.now() - settledMs))]))
    .executeTakeFirst()
  const since = [known.seenThrough, unsettled?.at ?? known.seenThrough].toSorted()[0] ?? first
  return since < first ? first : since
}

interface Taken {
  rail: Rail
  address: string
  since: string
  /** Where the answer ends, if it was cut short. */
  through: string | null
  seen: readonly Seen[]
  final: ReadonlySet<string>
  askedAt: string
}
interface Awaited {
  id: string
  memberId: string
  asset: string
  currency: string
  amount: number
  due: number
  rate: string
  openedAt: string
  expiresAt: string
  lookedAt: string | null
}

/** Gives the credited transfers that have gone, and new ones whose member has deleted their account. */
async function take(
  db: Db,
  { rail, address, since, through, seen, final, askedAt }: Taken,
  clock: Clock,
): Promise<{ gone: string[]; unowned: string[] }> {
  // A second process waits here, and then finds what the first one did. What is awaited lies with members.
  await db.selectFrom('depositAddress').select('address').where('address', '=', address).forUpdate().execute()
  const awaited = await db
    .selectFrom('awaitedTopUp')
    .select(['id', 'memberId', 'asset', 'currency', 'amount', 'due', 'rate', 'openedAt', 'expiresAt', 'lookedAt'])
    .where('address', '=', address)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()
  const isOwned = await hasOwner(db, awaited)
  const unowned = isOwned ? [] : await unknownOf(db, rail, seen)
  for (const it of seen) await keep(db, rail, ownerOf(awaited, it), it)
  // Another process may have asked the rail later and stored its result first: a transfer that is missing in our older
  // answer has not gone.
  const isNews = !awaited.some((it) => it.lookedAt !== null && it.lookedAt > askedAt)
  const gone = isNews ? await forget(db, { rail, awaited, since, through, seen, final }) : []
  for (const it of awaited) {
    if (isOwned) await credit(db, rail, it, clock)
    const brought = await db.selectFrom('railTransfer').selectAll().where('awaitedId', '=', it.id).execute()
    // A transfer that can't be credited must not keep the address due every few seconds.
    const state = isOwned ? stateOf(it, brought, rail.confirmations, clock.now()).state : 'late'
    const next = nextLook(it.expiresAt, state, clock.now())
    await db
      .updateTable('awaitedTopUp')
      .set({ lookedAt: instant(clock), lookAt: instant(next) })
      .where('memberId', '=', it.memberId)
      .where('id', '=', it.id)
      .execute()
  }
  await db
    .updateTable('depositAddress')
    .set((it) => ({
      seenThrough: it.fn('greatest', ['seenThrough', it.val(through ?? instant(millisOf(askedAt) - lateMs))]),
    }))
    .where('address', '=', address)
    .execute()
  return { gone, unowned }
}

/** Whether the member still exists. The lock keeps it so until the commit; a deletion under way finishes first. */
async function hasOwner(db: Db, [awaited]: readonly Awaited[]): Promise<boolean> {
  if (!awaited) return false
  const member = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', awaited.memberId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return member !== undefined
}

async function unknownOf(db: Db, { network }: Rail, seen: readonly Seen[]): Promise<string[]> {
  if (seen.length === 0) return []
  const ids = seen.map(({ externalId }) => externalId)
  const known = await db
    .selectFrom('railTransfer')
    .select('externalId')
    .where('network', '=', network)
    .where('externalId', 'in', ids)
    .execute()
  return ids.filter((id) => !known.some(({ externalId }) => externalId === id))
}

/** The last one that had been opened when it came; the address is one member's, so it is theirs in any case. */
function ownerOf(awaited: readonly Awaited[], { at }: Seen): Awaited {
  const owner = awaited.findLast((it) => millisOf(it.openedAt) <= millisOf(at)) ?? awaited[0]
  if (!owner) throw new Error('a transfer to an address that nothing is awaited at')
  return owner
}

async function keep(db: Db, rail: Rail, owner: Awaited, { externalId, value, confirmed, at }: Seen): Promise<void> {
  const stands = { confirmed: Math.min(confirmed, rail.confirmations), isGone: false }
  await db
    .insertInto('railTransfer')
    .values({
      network: rail.network,
      externalId,
      awaitedId: owner.id,
      value,
      arrivedAt: at,
      credited: null,
      creditedAt: null,
      ...stands,
    })
    .onConflict((it) => it.columns(['network', 'externalId']).doUpdateSet(stands))
    .execute()
}

/** Transfers that were seen and have gone were in a block that the chain dropped; they may come back in another one. */
async function forget(
  db: Db,
  { rail, awaited, since, through, seen, final }: Omit<Taken, 'address' | 'askedAt'> & { awaited: readonly Awaited[] },
): Promise<string[]> {
  if (awaited.length === 0) return []
  const known = await db
    .selectFrom('railTransfer')
    .select(['externalId', 'credited'])
    .where(
      'awaitedId',
      'in',
      awaited.map(({ id }) => id),
    )
    .where('network', '=', rail.network)
    .where('arrivedAt', '>=', since)
    .$if(through !== null, (it) => it.where('arrivedAt', '<', through))
    .where('isGone', '=', false)
    .execute()
  const gone = known.filter(
    (it) => !final.has(it.externalId) && !seen.some(({ externalId }) => externalId === it.externalId),
  )
  if (gone.length === 0) return []
  await db
    .updateTable('railTransfer')
    .set({ isGone: true, confirmed: 0 })
    .where('network', '=', rail.network)
    .where(
      'externalId',
      'in',
      gone.map((it) => it.externalId),
    )
    .execute()
  return gone.filter((it) => it.credited !== null && it.credited > 0).map((it) => it.externalId)
}

async function credit(db: Db, rail: Rail, owner: Awaited, clock: Clock): Promise<void> {
  const waiting = await db
    .selectFrom('railTransfer')
    .selectAll()
    .where('awaitedId', '=', owner.id)
    .where('credited', 'is', null)
    .where('isGone', '=', false)
    .orderBy('arrivedAt')
    .orderBy('externalId')
    .execute()
  for (const it of waiting) {
    const amount = await worthOf(db, owner, it)
    // Dust counts as final at once: it is worth nothing in the wallet's currency.
    if (amount > 0 && it.confirmed < rail.confirmations) continue
    await db
      .updateTable('railTransfer')
      .set({ credited: amount, creditedAt: instant(clock) })
      .where('network', '=', it.network)
      .where('externalId', '=', it.externalId)
      .execute()
    if (amount === 0) continue
    const receivedAt = instant(Math.min(millisOf(it.arrivedAt), clock.now()))
    await creditTopUp(
      db,
      {
        source: rail.network,
        externalId: it.externalId,
        memberId: owner.memberId,
        amount,
        currency: owner.currency,
        receivedAt,
      },
      clock,
    )
  }
}

/**
 * Minor units to credit. What came in time counts at the top-up's rate, so that parts add up to `amount`; what came
 * late counts at today's rate.
 */
async function worthOf(
  db: Db,
  owner: Awaited,
  { value, arrivedAt, externalId }: { value: number; arrivedAt: string; externalId: string },
): Promise<number> {
  if (millisOf(arrivedAt) > millisOf(owner.expiresAt)) {
    const all = await quotes(db)
    return Number(worth(BigInt(value), quoteOf(all, owner.asset), quoteOf(all, owner.currency)))
  }
  const { sum } = await db
    .selectFrom('railTransfer')
    .select((it) => it.fn.coalesce(it.cast<number>(it.fn.sum('value'), 'bigint'), it.lit(0)).as('sum'))
    .where('awaitedId', '=', owner.id)
    .where('credited', '>', 0)
    .where('arrivedAt', '<=', owner.expiresAt)
    .where('externalId', '<>', externalId)
    .executeTakeFirstOrThrow()
  const partOf = (sent: bigint): bigint => (sent * BigInt(owner.amount)) / BigInt(owner.due)
  return Number(partOf(BigInt(sum) + BigInt(value)) - partOf(BigInt(sum)))
}
