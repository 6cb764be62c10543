import { sql, type RawBuilder } from 'kysely'
import { goesOn } from '../../http/session.ts'

/**
 * Whether the row `subscription` of a statement is of a device on which the member of its row `message` is signed in
 * still. Who was signed out from afar gets no more of what members are told, however long a push has waited.
 */
export function isSignedIn(now: number): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from session where session.member_id = message.member_id and ${goesOn('session', { now: () => now })}
      and session.device is not distinct from subscription.device)`
}
