import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'

export type TokenStatus = 'Accepted' | 'Blocked' | 'Invalid'

/** Whether a token may charge at a station, in OCPP's words. An open station asks nobody. */
export async function statusOfToken(db: Db, station: string, token: string): Promise<TokenStatus> {
  const known = await db
    .selectFrom('chargingToken')
    .select('blockedAt')
    .where('token', '=', token.toUpperCase())
    .executeTakeFirst()
  if (known) return known.blockedAt === null ? 'Accepted' : 'Blocked'
  return (await isOpen(db, station)) ? 'Accepted' : 'Invalid'
}

/** Whether a station charges without asking for a token. */
export async function isOpen(db: Db, station: string): Promise<boolean> {
  const row = await db.selectFrom('station').select('isOpen').where('identity', '=', station).executeTakeFirst()
  return row?.isOpen ?? false
}

/** Adds a token, or lets a blocked one charge again. */
export async function allowToken(
  db: Db,
  { token, label }: { token: string; label: string },
  clock: Clock,
): Promise<void> {
  await db
    .insertInto('chargingToken')
    .values({ token: token.toUpperCase(), label, addedAt: instant(clock), blockedAt: null })
    .onConflict((it) => it.column('token').doUpdateSet({ label, blockedAt: null }))
    .execute()
}

/** The token charges nothing more. Throws a DomainError where there is no such token. */
export async function blockToken(db: Db, token: string, clock: Clock): Promise<void> {
  const blocked = await db
    .updateTable('chargingToken')
    .set({ blockedAt: instant(clock) })
    .where('token', '=', token.toUpperCase())
    .returning('token')
    .executeTakeFirst()
  if (!blocked) throw new DomainError('bad_request', { field: 'token', problem: 'is not known' })
}
