import type { Connection } from '../storage/connection.ts'
import type { Database, EntryRow } from '../storage/database.ts'
import { nothingKnown, type ListState, type Mark } from './list-state.ts'

/** An entry with what it is sorted by. */
export interface Entry extends Mark {
  item: unknown
}

export interface StoredList {
  state: ListState
  /** Newest first. */
  items: readonly unknown[]
}

/** A stored list without its entries, which may be thousands. */
export interface ListFacts {
  state: ListState
  count: number
}

/**
 * Long lists, stored entry by entry in the member's database. Every method rejects where the database can't be used.
 */
export interface ListCache {
  /** Undefined where nothing is stored. */
  read(list: string): Promise<StoredList | undefined>
  /** The same without reading the entries. */
  facts(list: string): Promise<ListFacts | undefined>
  /**
   * Adds entries and changes the state by what it is at that moment, in one step; resolves with the new state. Where
   * that is of another generation, all earlier entries are removed.
   */
  add(list: string, entries: readonly Entry[], change: (state: ListState) => ListState): Promise<ListState>
  /** Changes stored entries, in one step; `change` gives back the same item where it stays as it is. */
  amend(list: string, change: (item: unknown) => unknown): Promise<void>
}

export function createListCache(connection: () => Connection): ListCache {
  const entriesOf = (database: Database, list: string) =>
    database.entries.where(':id').between([list], [`${list}\u0000`])

  return {
    async read(list) {
      const [row, rows] = await connection().use((database) =>
        database.transaction('r', ['lists', 'entries'], () =>
          Promise.all([
            database.lists.get(list),
            // In order of the primary key, because only then does IndexedDB return them in one bulk read.
            entriesOf(database, list).toArray(),
          ]),
        ),
      )
      return row && { state: row.state, items: rows.toReversed().map(({ item }) => item) }
    },
    async facts(list) {
      const [row, count] = await connection().use((database) =>
        database.transaction('r', ['lists', 'entries'], () =>
          Promise.all([database.lists.get(list), entriesOf(database, list).count()]),
        ),
      )
      return row && { state: row.state, count }
    },
    add: (list, entries, change) =>
      connection().use((database) =>
        database.transaction('rw', ['lists', 'entries'], async () => {
          const known = (await database.lists.get(list))?.state ?? nothingKnown
          const state = change(known)
          if (state.generation !== known.generation) await entriesOf(database, list).delete()
          await database.entries.bulkPut(entries.map(({ id, at, item }): EntryRow => ({ v: 1, list, at, id, item })))
          await database.lists.put({ v: 1, list, state })
          return state
        }),
      ),
    amend: (list, change) =>
      connection().use((database) =>
        database.transaction('rw', ['entries'], async () => {
          const rows = await entriesOf(database, list).toArray()
          const changed = rows.map((row): EntryRow => ({ ...row, item: change(row.item) }))
          await database.entries.bulkPut(changed.filter(({ item }, at) => item !== rows[at]?.item))
        }),
      ),
  }
}
