import type { Connection } from './connection.ts'

/** Reads a single value stored beside the answers; undefined where it was never written. */
export async function readMeta(connection: Connection, name: string): Promise<unknown> {
  return (await connection.use((database) => database.meta.get(name)))?.value
}

export async function writeMeta(connection: Connection, name: string, value: unknown): Promise<void> {
  await connection.use((database) => database.meta.put({ name, value }))
}

/** Reads and removes in one transaction, so that of two readers only one gets the value. */
export async function takeMeta(connection: Connection, name: string): Promise<unknown> {
  return connection.use((database) =>
    database.transaction('rw', ['meta'], async () => {
      const row = await database.meta.get(name)
      if (row) await database.meta.delete(name)
      return row?.value
    }),
  )
}

/** Reads and writes in one transaction, so that of two changes none is lost. */
export async function changeMeta(
  connection: Connection,
  name: string,
  next: (before: unknown) => unknown,
): Promise<void> {
  await connection.use((database) =>
    database.transaction('rw', ['meta'], async () => {
      await database.meta.put({ name, value: next((await database.meta.get(name))?.value) })
    }),
  )
}

export async function forgetMeta(connection: Connection, names: readonly string[]): Promise<void> {
  await connection.use((database) => database.meta.where('name').anyOf(names).delete())
}
