import type { Connection } from './connection.ts'
import { sentinel } from './sentinel.ts'

/** Removes all that is stored of a member, unsent commands too. The sentinel stays: this is no loss to be told of. */
export async function eraseDatabase(connection: Connection): Promise<void> {
  const tables = ['answers', 'entries', 'lists', 'commands'] as const
  await connection.use((database) =>
    database.transaction('rw', [...tables, 'meta'], async () => {
      await Promise.all(tables.map((name) => database.table(name).clear()))
      await database.meta.where('name').notEqual(sentinel).delete()
    }),
  )
}
