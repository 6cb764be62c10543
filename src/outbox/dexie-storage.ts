import type { Table } from 'dexie'
import type { Connection } from '../cache/storage/connection.ts'
import type { Database } from '../cache/storage/database.ts'
import { takeOverAttempts } from './old-attempts.ts'
import { commandOf, rowOf, unreadable, type Command, type Lease } from './command.ts'
import type { OutboxStorage } from './storage.ts'

type Stored = { id: string }

/** The name under which older versions of the app, perhaps in another tab, store it. */
const suspendedName = 'sealed'

/** Storage of the outbox of the member `uid`, in that member's IndexedDB database. */
export function createDexieStorage(connection: Connection, uid: string): OutboxStorage {
  const listeners = new Set<() => void>()
  let channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`voltfolio-outbox-${uid}`) : undefined
  if (channel) channel.onmessage = tell
  // Where the browser deleted the database, the commands shown must be read anew.
  const stopHearing = connection.onClosed(tell)

  function tell() {
    for (const listener of listeners) listener()
  }

  function changed() {
    channel?.postMessage('changed')
    tell()
  }

  function read(row: unknown): Command | undefined {
    const command = commandOf(row)
    return command?.uid === uid ? command : undefined
  }

  async function change(
    tables: string[],
    id: string,
    step: (row: Command) => Command | undefined,
    isForbidden?: (database: Database) => Promise<boolean>,
  ) {
    const after = await connection.use((database) =>
      database.transaction('rw', tables, async () => {
        if (await isForbidden?.(database)) return undefined
        const commands = database.table<Stored, string>('commands')
        const before = read(await commands.get(id))
        const next = before && step(before)
        if (next) await commands.put(rowOf(next))
        return next
      }),
    )
    if (after) changed()
    return after
  }

  async function allOf(commands: Table<Stored, string>): Promise<Command[]> {
    return (await commands.toArray()).map((row) => read(row) ?? unreadable(row, uid)).toSorted((a, b) => a.seq - b.seq)
  }

  let takingOver: Promise<void> | undefined

  function tookOver(): Promise<void> {
    takingOver ??= connection
      .use((database) => takeOverAttempts(database, uid))
      .catch((failure: unknown) => {
        takingOver = undefined
        throw failure
      })
    return takingOver
  }

  async function meta(name: string): Promise<unknown> {
    return (await connection.use((database) => database.meta.get(name)))?.value
  }

  return {
    async rows() {
      await tookOver()
      return connection.use((database) => allOf(database.table('commands')))
    },

    update: (id, step) => change(['commands'], id, step),

    claim: (id, step) =>
      change(
        ['commands', 'meta'],
        id,
        step,
        async (database) => (await database.meta.get(suspendedName))?.value === true,
      ),

    async append(isSame, make) {
      const command = await connection.use((database) =>
        database.transaction('rw', ['commands', 'meta'], async () => {
          const commands = database.table<Stored, string>('commands')
          const rows = isSame ? (await commands.toArray()).flatMap((row) => read(row) ?? []).filter(isSame) : []
          const last = (await database.meta.get('sequence'))?.value
          const seq = (typeof last === 'number' ? last : 0) + 1
          const made = make(seq, rows)
          if (!made) return undefined
          if (made.seq === seq) await database.meta.put({ name: 'sequence', value: seq })
          await commands.put(rowOf(made))
          return made
        }),
      )
      if (!command) return undefined
      changed()
      return command
    },

    async remove(ids) {
      await connection.use((database) => database.table<Stored, string>('commands').bulkDelete([...ids]))
      changed()
    },

    async prune(choose) {
      await tookOver()
      await connection.use((database) =>
        database.transaction('rw', ['commands'], async () => {
          const commands = database.table<Stored, string>('commands')
          await commands.bulkDelete([...choose(await allOf(commands))])
        }),
      )
      changed()
    },

    isSuspended: async () => (await meta(suspendedName)) === true,

    async setSuspended(isSuspended) {
      await connection.use((database) => database.meta.put({ name: suspendedName, value: isSuspended }))
      changed()
    },

    lease: (step) =>
      connection.use((database) =>
        database.transaction('rw', ['meta'], async () => {
          const next = step(leaseOf((await database.meta.get('drainer'))?.value))
          if (next) await database.meta.put({ name: 'drainer', value: next })
          else await database.meta.delete('drainer')
          return next
        }),
      ),

    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    close() {
      stopHearing()
      channel?.close()
      channel = undefined
    },
  }
}

function leaseOf(value: unknown): Lease | undefined {
  if (typeof value !== 'object' || value === null || !('owner' in value) || !('until' in value)) return undefined
  return typeof value.owner === 'string' && typeof value.until === 'number'
    ? { owner: value.owner, until: value.until }
    : undefined
}
