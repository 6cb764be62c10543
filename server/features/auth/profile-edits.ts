import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { instant, millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'

/**
 * Notes when fields of a profile were edited, and gives those for which no later edit is known: an edit that was made
 * earlier and arrives later changes nothing.
 */
export async function noteEdits(
  db: Db,
  { memberId, fields, madeAt }: { memberId: string; fields: readonly string[]; madeAt: string },
  clock: Clock,
): Promise<string[]> {
  if (fields.length === 0) return []
  // A device whose clock is a year ahead must not block later edits for a year.
  const editedAt = instant(Math.min(millisOf(madeAt), clock.now()))
  const newest = await db
    .insertInto('profileEdit')
    .values(fields.map((field) => ({ memberId, field, madeAt: editedAt })))
    .onConflict((it) =>
      it
        .columns(['memberId', 'field'])
        .doUpdateSet({ madeAt: editedAt })
        .whereRef('profileEdit.madeAt', '<=', sql`excluded.made_at`),
    )
    .returning('field')
    .execute()
  return newest.map((it) => it.field)
}
