import { createConnection, type Connection } from './connection.ts'

const open = new Map<string, Connection>()

/** The connection to a database by its name, one per tab. The database library is loaded when it is first used. */
export function connectionTo(name: string): Connection {
  let connection = open.get(name)
  if (!connection) {
    connection = createConnection(async () => (await import('./database.ts')).openDatabase(name))
    open.set(name, connection)
  }
  return connection
}
