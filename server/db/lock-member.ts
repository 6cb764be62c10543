import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

/**
 * Locks a member's row until the transaction ends, and gives it as it then is. What must not happen twice at once for
 * one member takes this lock first: a limit or a balance that is checked after it holds until the commit. Rows that
 * refer to the member can still be inserted meanwhile; `alone` keeps those out too. Throws for an unknown id.
 */
export async function lockMember(
  db: Db,
  memberId: string,
  { alone = false }: { alone?: boolean } = {},
): Promise<Selectable<Schema['member']>> {
  const row = db.selectFrom('member').selectAll().where('id', '=', memberId)
  return await (alone ? row.forUpdate() : row.forNoKeyUpdate()).executeTakeFirstOrThrow()
}
