import type { Db } from './open.ts'

/** The zone of a member's days, in a name that JavaScript and PostgreSQL both know; UTC otherwise. */
export async function zoneOf(db: Db, memberId: string): Promise<string> {
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return knownZone(timeZone)
}

/** A zone that a client named, in a name that JavaScript and PostgreSQL both know; UTC otherwise. */
export function knownZone(timeZone: string): string {
  try {
    // PostgreSQL reads the sign of a bare offset such as `+07` the other way round.
    return /^[A-Za-z]/.test(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : 'UTC'
  } catch {
    return 'UTC'
  }
}
