import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Database } from './open.ts'

/** What finds members by a value: a table, the column of the value there, and the rows that have such a value. */
const lookUps = [
  { table: 'member_phone', value: 'phone', own: added('phone', 'id'), of: sql`member where deleted_at is null` },
  {
    table: 'invitation_code',
    value: 'code',
    own: added('invitation_code', 'id'),
    of: sql`member where deleted_at is null`,
  },
  { table: 'passkey_credential', value: 'credential_id', own: added('credential_id', 'member_id'), of: sql`passkey` },
] as const

/**
 * Compares each table that finds members by a value with the members, and logs an error where they differ: a member
 * couldn't sign in, or somebody else would be found. No constraint holds them together, as both sides lie on other
 * machines where there are several; so each side is added up by itself, and nothing is joined.
 */
export async function checkLookUps({ database, log }: { database: Database; log: Log }): Promise<void> {
  for (const { table, value, own, of } of lookUps) {
    const sides = await database.inTransaction(async (db) => {
      // It reads every member.
      await sql`select set_config('statement_timeout', '0', true)`.execute(db)
      const { rows } = await sql<{ count: number; sum: string }>`
        select ${own} from ${of}
        union all select ${added(value, 'member_id')} from ${sql.table(table)}`.execute(db)
      return rows
    })
    const [members, found] = sides
    if (members?.count === found?.count && members?.sum === found?.sum) continue
    log.error('MEMBERS ARE NOT FOUND BY WHAT THEY HAVE', new Error(`${table} differs from what it speaks of`), {
      members: members?.count,
      found: found?.count,
    })
  }
}

function added(value: string, id: string) {
  return sql`count(*), coalesce(sum(hashtextextended(${sql.ref(value)} || ' ' || ${sql.ref(id)}, 0)), 0)::text as sum`
}
