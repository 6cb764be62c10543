import type { Db } from '../../db/open.ts'

/** The zone of a member's days, as both the clock and the database know it. */
export async function zoneOf(db: Db, memberId: string): Promise<string> {
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  try {
    // A bare offset means the opposite to PostgreSQL.
    return /^[A-Za-z]/.test(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : 'UTC'
  } catch {
    return 'UTC'
  }
}
