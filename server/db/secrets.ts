import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './open.ts'

/** A random secret of this installation, made at first use and shared by all its processes. 32 bytes, base64url. */
export async function secretOf(db: Db, name: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url')
  await db
    .insertInto('setting')
    .values({ name: `secret:${name}`, value: sql`to_jsonb(${fresh}::text)` })
    .onConflict((it) => it.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', `secret:${name}`)
    .executeTakeFirstOrThrow()
  return String(row.value)
}
