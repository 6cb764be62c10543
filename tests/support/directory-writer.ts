import { sql } from 'kysely'
import { openDatabase } from '#server/db/open.ts'

// A process of its own: opens the embedded database of a directory, inserts numbers and prints each after its commit.
const [dir = ''] = process.argv.slice(2)
const database = await openDatabase({ dir }).catch((cause: unknown) => {
  console.error(String(cause))
  process.exit(3)
})
await sql`create table if not exists written (n int primary key)`.execute(database.kysely)
const {
  rows: [last],
} = await sql<{ n: number }>`select coalesce(max(n), 0) as n from written`.execute(database.kysely)
for (let n = (last?.n ?? 0) + 1; ; n += 1) {
  await database.inTransaction((db) => sql`insert into written (n) values (${n})`.execute(db))
  process.stdout.write(`${n}\n`)
}
