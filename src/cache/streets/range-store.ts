import type { DexieOptions, Table } from 'dexie'
import type { Clock } from '../../lib/clock.ts'
import type { RangeRow } from '../storage/database.ts'
import { streetsName } from './forget-streets.ts'

/** Ranges of archives on this device. Every method rejects where the database can't be used. */
export interface RangeStore {
  read(key: string): Promise<ArrayBuffer | undefined>
  write(key: string, bytes: ArrayBuffer): Promise<void>
  /** Removes the ranges whose keys begin otherwise: those of archives that are no longer served. */
  keepOnly(beginning: string): Promise<void>
}

/** The use of a range is noted at most this often, because noting it rewrites the whole row. */
const notedMs = 3_600_000

/** Up to `cap` bytes are stored; above that the least recently used ranges go. */
export function openRangeStore(
  cap: number,
  clock: Clock,
  from: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {},
): RangeStore {
  let opening: Promise<Table<RangeRow, string>> | undefined
  // The database library is in one chunk with the member's databases, which is loaded after the first frame.
  const opened = () =>
    (opening ??= import('../storage/database.ts')
      .then((it) => it.openRanges(streetsName, from))
      .catch((failure: unknown) => {
        // Without a network the chunk may have been missing; the next use tries again.
        opening = undefined
        throw failure
      }))
  // Visits may be short, so the first range stored in each checks the cap too.
  let written = Infinity
  return {
    async read(key) {
      const ranges = await opened()
      const row = await ranges.get(key)
      const now = clock.now()
      if (row && Math.abs(now - row.usedAt) > notedMs) await ranges.update(key, { usedAt: now })
      return row?.bytes
    },
    async write(key, bytes) {
      const ranges = await opened()
      await ranges.put({ key, bytes, size: bytes.byteLength, usedAt: clock.now() })
      written += bytes.byteLength
      if (written < cap / 20) return
      written = 0
      await trim(ranges, cap)
    },
    async keepOnly(beginning) {
      const ranges = await opened()
      const keys = await ranges.toCollection().primaryKeys()
      await ranges.bulkDelete(keys.filter((it) => !it.startsWith(beginning)))
    },
  }
}

async function trim(ranges: Table<RangeRow, string>, cap: number): Promise<void> {
  const oldestFirst = (await ranges.orderBy('[usedAt+size+key]').keys()) as unknown as [number, number, string][]
  let total = oldestFirst.reduce((sum, [, size]) => sum + size, 0)
  const gone = oldestFirst.filter(([, size]) => {
    if (total <= cap) return false
    total -= size
    return true
  })
  await ranges.bulkDelete(gone.map(([, , key]) => key))
}
