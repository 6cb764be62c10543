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

/** How many are left to hand out, and how many are members' already. */
export async function addressStock(db: Db, network: string): Promise<{ free: number; handedOut: number }> {
  const rows = await db.selectFrom('depositAddress').select(['memberId']).where('network', '=', network).execute()
  return {
    free: rows.filter((it) => it.memberId === null).length,
    handedOut: rows.filter((it) => it.memberId !== null).length,
  }
}
