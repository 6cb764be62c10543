import { sql, type RawBuilder } from 'kysely'
import { instant } from '../../clock.ts'
import { oldestStart, refreshDays } from '../../http/session.ts'

/**
 * Whether the row `subscription` of a statement is of a device on which its member is signed in still. Who was signed
 * out from afar gets no more of what members are told, however long a push has waited.
 */
export function isSignedIn(now: number): RawBuilder<boolean> {
  const unusedSince = instant(now - refreshDays * 86_400_000)
  return sql<boolean>`exists (
    select from session where session.member_id = subscription.member_id and session.revoked_at is null
      and session.created_at > ${oldestStart({ now: () => now })}::timestamptz
      and session.seen_at > ${unusedSince}::timestamptz
      and session.device is not distinct from subscription.device)`
}
