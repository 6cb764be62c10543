import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Database } from './open.ts'

/** What finds members by a value: a table, and the columns of the value there and in `member`. */
const lookUps = [
  { table: 'member_phone', value: 'phone', own: 'phone' },
  { table: 'invitation_code', value: 'code', own: 'invitation_code' },
] as const

/**
 * Compares each table that finds members by a value with the members, and logs an error where they differ: a member
 * couldn't sign in, or somebody else would be found. No constraint holds them together, as both sides lie on other
 * machines where there are several; so each side is added up by itself, and nothing is joined.
 */
export async function checkLookUps({ database, log }: { database: Database; log: Log }): Promise<void> {
  for (const { table, value, own } of lookUps) {
    const sides = await database.inTransaction(async (db) => {
      // It reads every member.
      await sql`select set_config('statement_timeout', '0', true)`.execute(db)
      const { rows } = await sql<{ count: number; sum: string }>`
        select ${added(own, 'id')} from member where deleted_at is null
        union all select ${added(value, 'member_id')} from ${sql.table(table)}`.execute(db)
      return rows
    })
    const [members, found] = sides
    if (members?.count === found?.count && members?.sum === found?.sum) continue
    log.error('MEMBERS ARE NOT FOUND BY WHAT THEY HAVE', new Error(`${table} differs from member`), {
      members: members?.count,
      found: found?.count,
    })
  }
}

function added(value: string, id: string) {
  return sql`count(*), coalesce(sum(hashtextextended(${sql.ref(value)} || ' ' || ${sql.ref(id)}, 0)), 0)::text as sum`
}
