import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { ListState } from '../persistent/list-state.ts'

/** One stored answer. `size` in bytes of its JSON, `at` when it was true, `usedAt` when a screen last asked. */
export interface AnswerRow {
  v: 1
  hash: string
  key: readonly unknown[]
  data: unknown
  at: number
  usedAt: number
  size: number
}

/** One entry of a long list: `list` is the path of its call, `at` the instant it is sorted by. */
export interface EntryRow {
  v: 1
  list: string
  at: string
  id: string
  item: unknown
}

/** What is known of a long list beside its entries. */
export interface ListRow {
  v: 1
  list: string
  state: ListState
}

/**
 * Single values: the sentinel, the command sequence, leases, the member for the worker, a route waiting for the app to
 * open.
 */
export interface MetaRow {
  name: string
  value: unknown
}

/**
 * One range of an archive of street tiles. `key` names archive and range, `size` in bytes, `usedAt` when a map last
 * drew it.
 */
export interface RangeRow {
  key: string
  bytes: ArrayBuffer
  size: number
  usedAt: number
}

export interface Database {
  answers: Table<AnswerRow, string>
  entries: Table<EntryRow, [string, string, string]>
  lists: Table<ListRow, string>
  meta: Table<MetaRow, string>
  /** A table by name; the outbox declares the shape of its own rows. */
  table<Row, Key>(name: string): Table<Row, Key>
  transaction<T>(mode: 'r' | 'rw', tables: string[], work: () => Promise<T>): PromiseLike<T>
  /**
   * `close`: the browser threw the database away or dropped the connection; `versionchange`: another tab deletes or
   * upgrades it.
   */
  on(event: 'close' | 'versionchange', listener: () => void): void
  close(): void
}

/**
 * Opens a database by name; `from` is where to find IndexedDB, the browser's own unless given. Schema changes are
 * additive only, rows carry a version `v` and readers default: Dexie 4 lets an older tab reopen a newer database, so
 * both must be able to live with the same rows.
 */
export function openDatabase(name: string, from: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {}): Database {
  // Strict durability: "Saved on this device" is said once the disk has it, not when the operating system buffers it.
  const database = new Dexie(name, { ...from, chromeTransactionDurability: 'strict' })
  database.version(1).stores({ answers: 'hash, usedAt', commands: 'id, state', meta: 'name' })
  // Sizes and ages of all answers are read from these indexes, without the answers.
  database
    .version(2)
    .stores({ answers: 'hash, usedAt, [usedAt+size+hash], [hash+at+size]', entries: '[list+at+id]', lists: 'list' })
  return database as Dexie & Database
}

/** Opens the database of street tiles. What it has can be fetched again, so nothing waits for the disk. */
export function openRanges(
  name: string,
  from: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {},
): Table<RangeRow, string> {
  const database = new Dexie(name, from)
  // Sizes and ages of all ranges are read from the second index, without the ranges.
  database.version(1).stores({ ranges: 'key, [usedAt+size+key]' })
  return database.table('ranges')
}
