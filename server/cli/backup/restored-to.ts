import { sql } from 'kysely'
import { instant, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { problem } from './backing-up.ts'

/** A restore stops by the clock of PostgreSQL; what is booked has the time of the server's. */
const grace = sql`interval '5 seconds'`

/**
 * Throws a DomainError where a database can't have been restored to `asOf`: the instant is still to come, or the books
 * or the audit go on after it. A mistyped instant would end every session of a database that lost nothing. After the
 * first call, which the audit has, a server runs and books; `hasServed` says that one ran before it.
 */
export async function rejectOtherInstant(
  db: Db,
  { asOf, hasServed }: { asOf: string; hasServed: boolean },
  clock: Clock,
): Promise<void> {
  if (asOf > instant(clock)) throw problem(asOf, 'is still to come')
  if (hasServed) return
  const { rows } = await sql<{ isFinished: boolean; at: string | null }>`
    select exists (
        select 1 from operator_action where command in ('restore', 'restore finish') and args ->> 'asOf' = ${asOf}
      ) as is_finished, greatest(
        (select max(at) from transfer where day >= (${asOf}::timestamptz at time zone 'UTC')::date
          and at > ${asOf}::timestamptz + ${grace}),
        -- Who signs in for this may have needed an account first.
        (select max(at) from operator_action where at > ${asOf}::timestamptz + ${grace} and command !~ '^(account|restore)')
      ) as at`.execute(db)
  const [found] = rows
  if (found && !found.isFinished && found.at !== null)
    throw problem(
      asOf,
      `can't be what this database was restored to: it holds what was done until ${found.at}. Look for the moment in recovery_target_time. Only where a server has already run on what was restored, add --has-served on`,
    )
}
