import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../../../server/db/migrate.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { columnOf } from '../../../server/db/placement.ts'
import type { Recorded } from './record.ts'
import { refusedShapes, type IsDistributed } from './refused.ts'

/**
 * Fails where the server makes a statement of a shape that a distributed PostgreSQL refuses (docs/scale.md). Reads what
 * the server's tests have recorded: `node tests/support/statements/check.ts FOLDER`.
 */
const folder = process.argv[2]
if (folder === undefined || !existsSync(folder)) throw new Error('run the stage `server` first: it records statements')
const isDistributed = await readTables()
const recorded = readdirSync(folder).flatMap((name) => lines(readFileSync(join(folder, name), 'utf8')))
const found = new Set(
  recorded
    .map((it) => JSON.parse(it) as Recorded)
    // Migrations change tables, and rows of all members.
    .filter(({ file }) => file !== 'server/db/migrate.ts')
    .flatMap(({ file, text }) => refusedShapes(text, isDistributed).map((shape) => `${file}: ${shape}`)),
)
console.log(`${recorded.length} statements of the server, ${found.size} shapes that a distributed PostgreSQL refuses`)
for (const it of [...found].toSorted()) console.error(`refused: ${it}`)
process.exitCode = found.size > 0 ? 1 : 0

async function readTables(): Promise<IsDistributed> {
  const database = await openDatabase({})
  await migrate(database)
  const { rows } = await sql<{ name: string; isDistributed: boolean }>`
    select relname as name, relname = 'member' or ${JSON.stringify(columnOf)}::jsonb ? relname or exists (
      select from pg_attribute where attrelid = pg_class.oid and attname in ('member_id', 'owner_id')) as is_of_members
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(
    database.kysely,
  )
  await database.close()
  const tables = new Map(rows.map((it) => [it.name, it.isDistributed]))
  return (table) => tables.get(table)
}

function lines(text: string): string[] {
  return text.split('\n').filter((it) => it !== '')
}
