import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import type { Rail } from '../rails/rail.ts'

/** Adds addresses of the operator's wallet to the stock; known ones stay as they are. Gives how many are new. */
export async function stockAddresses(db: Db, rail: Rail, addresses: readonly string[], clock: Clock): Promise<number> {
  checkAddresses(rail, addresses)
  const added = await db
    .insertInto('depositAddress')
    .values(addresses.map((address) => ({ address, network: rail.network, memberId: null, addedAt: instant(clock) })))
    .onConflict((it) => it.column('address').doNothing())
    .returning('address')
    .execute()
  return added.length
}

/** Throws a DomainError for the first that can't be an address of the rail. */
export function checkAddresses(rail: Rail, addresses: readonly string[]): void {
  for (const address of addresses) {
    try {
      rail.checkAddress(address)
    } catch (cause) {
      throw cause instanceof RangeError
        ? new DomainError('bad_request', { field: address, problem: cause.message })
        : cause
    }
  }
}

/** How many of a network are left to hand out, how many are members' already, and how many a restore keeps back. */
export async function addressStock(
  db: Db,
  network: string,
): Promise<{ free: number; handedOut: number; outOfStock: number }> {
  const rows = await db
    .selectFrom('depositAddress')
    .select(['memberId', 'outOfStockAt'])
    .where('network', '=', network)
    .execute()
  const handedOut = rows.filter((it) => it.memberId !== null).length
  const free = rows.filter((it) => it.memberId === null && it.outOfStockAt === null).length
  return { free, handedOut, outOfStock: rows.length - handedOut - free }
}

/** Which of these may have been handed out before a restore, and to whom is forgotten. */
export async function outOfStock(db: Db, addresses: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('depositAddress')
    .select('address')
    .where('address', 'in', addresses)
    .where('outOfStockAt', 'is not', null)
    .orderBy('address')
    .execute()
  return rows.map((it) => it.address)
}
