import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'

/** More are of no use to a device: it asks again with each statement. */
const most = 20

/**
 * The restores of this database, newest first: the instant that it was restored to, and when that was finished. What
 * was booked between them is gone.
 */
export async function restoresOf(db: Db): Promise<{ asOf: string; at: string }[]> {
  const { rows } = await sql<{ asOf: string; at: string }>`
    select (args ->> 'asOf')::timestamptz as as_of, min(at) as at from operator_action
    where command in ('restore', 'restore finish') group by 1 order by 2 desc limit ${most}`.execute(db)
  return rows
}
