import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Rail } from '../rails/rail.ts'

/** A transfer that was final for this long is not asked for again. */
export const settledMs = 60 * 60_000

/**
 * Transfers that need no further check, also by the ids of transactions, as those are what a rail can skip. Of a
 * transaction all transfers are settled or none: dust counts as final at once, and must not keep what came with it from
 * being looked at.
 */
export async function finalAt(db: Db, rail: Rail, address: string, clock: Clock): Promise<ReadonlySet<string>> {
  const known = await db
    .selectFrom('railTransfer')
    .innerJoin('awaitedTopUp', 'awaitedTopUp.id', 'awaitedId')
    .select(['externalId', 'creditedAt'])
    .where('address', '=', address)
    .where('railTransfer.network', '=', rail.network)
    .execute()
  const before = instant(clock.now() - settledMs)
  const isSettled = (it: { creditedAt: string | null }) => it.creditedAt !== null && it.creditedAt < before
  const open = new Set(known.filter((it) => !isSettled(it)).map((it) => transactionOf(it.externalId)))
  const settled = known.map((it) => it.externalId).filter((id) => !open.has(transactionOf(id)))
  return new Set(settled.flatMap((id) => [id, transactionOf(id)]))
}

const transactionOf = (externalId: string): string => externalId.split(':')[0] ?? ''
