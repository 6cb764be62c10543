import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Log } from '../../../log.ts'
import { worth } from '../exchange/exchange-math.ts'
import type { Rail, Seen } from '../rails/rail.ts'
import { quoteOf, quotes } from '../exchange/rates.ts'
import { creditTopUp } from './crediting.ts'
import { nextLook, stateOf } from './top-up-state.ts'

export interface LookDeps {
  db: Db
  transact: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  clock: Clock
  log: Log
}

/** Clocks of chains and ours differ by seconds; a transfer is looked for from a little before it could have been asked for. */
const marginMs = 10 * 60_000
/** A transfer that was final for this long is not asked for again. */
const settledMs = 60 * 60_000

/**
 * Asks a rail what has come to an address, and credits what is final: each transfer once for ever, whoever looks and
 * however often. What the rail names no more counts no more, unless it was credited: then the operator is told. What comes
 * for a member who has deleted their account is kept and credited to nobody: the operator is told, and can send it back.
 */
export async function lookAt({ db, transact, clock, log }: LookDeps, rail: Rail, address: string): Promise<void> {
  const awaited = await db
    .selectFrom('awaitedTopUp')
    .select('openedAt')
    .where('address', '=', address)
    .where('lookAt', 'is not', null)
    .orderBy('openedAt')
    .limit(1)
    .executeTakeFirst()
  if (!awaited) return
  const since = instant(millisOf(awaited.openedAt) - marginMs)
  const settled = await db
    .selectFrom('railTransfer')
    .innerJoin('awaitedTopUp', 'awaitedTopUp.id', 'awaitedId')
    .select('externalId')
    .where('address', '=', address)
    .where('railTransfer.network', '=', rail.network)
    .where('creditedAt', '<', instant(clock.now() - settledMs))
    .execute()
  // By the transaction, which is what a rail can leave out.
  const final = new Set(settled.flatMap(({ externalId }) => [externalId, externalId.split(':')[0] ?? '']))
  const askedAt = instant(clock)
  const seen = await rail.transfersTo(address, since, final)
  const { gone, unowned } = await transact((tx) => take(tx, { rail, address, since, seen, final, askedAt }, clock))
  for (const externalId of unowned)
    log.error('a transfer came for an account that was deleted', undefined, { network: rail.network, externalId })
  for (const externalId of gone)
    log.error('a credited transfer is not on its rail any more', undefined, { network: rail.network, externalId })
}

interface Taken {
  rail: Rail
  address: string
  since: string
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

/** Gives the credited ones that have gone, and those that are new and have no owner any more. */
async function take(
  db: Db,
  { rail, address, since, seen, final, askedAt }: Taken,
  clock: Clock,
): Promise<{ gone: string[]; unowned: string[] }> {
  // Whoever looks at the same time waits here, and then finds what was done.
  const awaited = await db
    .selectFrom('awaitedTopUp')
    .select(['id', 'memberId', 'asset', 'currency', 'amount', 'due', 'rate', 'openedAt', 'expiresAt', 'lookedAt'])
    .where('address', '=', address)
    .orderBy('openedAt')
    .orderBy('id')
    .forUpdate()
    .execute()
  const isOwned = await hasOwner(db, awaited)
  const unowned = isOwned ? [] : await unknownOf(db, rail, seen)
  for (const it of seen) await keep(db, rail, ownerOf(awaited, it), it)
  // Who asked the rail later and was here first may know of more: what is missing here is no news then.
  const isNews = !awaited.some((it) => it.lookedAt !== null && it.lookedAt > askedAt)
  const gone = isNews ? await forget(db, { rail, awaited, since, seen, final }) : []
  for (const it of awaited) {
    if (isOwned) await credit(db, rail, it, clock)
    const brought = await db.selectFrom('railTransfer').selectAll().where('awaitedId', '=', it.id).execute()
    // What can't be credited is not waited for: otherwise it would be looked at every few seconds for ever.
    const state = isOwned ? stateOf(it, brought, rail.confirmations, clock.now()).state : 'late'
    const next = nextLook(it.expiresAt, state, clock.now())
    await db
      .updateTable('awaitedTopUp')
      .set({ lookedAt: instant(clock), lookAt: next === null ? null : instant(next) })
      .where('id', '=', it.id)
      .execute()
  }
  return { gone, unowned }
}

/** Whether the member is still there, and stays until this has been done: a deletion under way is waited for. */
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

/** What was seen before and is not any more lies on a branch of the chain that lost; it may come again in another block. */
async function forget(
  db: Db,
  { rail, awaited, since, seen, final }: Omit<Taken, 'address' | 'askedAt'> & { awaited: readonly Awaited[] },
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
    // Dust is settled at sight: it is worth nothing in the wallet's currency, and nobody should wait for it.
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

/** Minor units: `amount` for `due` of what was sent in time, so that parts come to what the whole would; today's rate for what was late. */
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
