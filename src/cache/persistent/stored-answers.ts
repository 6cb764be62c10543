import { bytesOf } from '../../lib/bytes.ts'
import { connectionTo } from '../storage/databases.ts'
import { memberName, visitorName } from '../storage/names.ts'
import { answers, signedInId } from '../cache.ts'

/**
 * One answer stored on this device, or the entries of one long list. `size` in bytes of JSON; `at`, when it was true,
 * in milliseconds since 1970.
 */
export interface StoredPart {
  path: string
  size: number
  at: number
  /** How many entries, of a long list. */
  entries?: number
}

/**
 * What is stored for whoever is signed in, without the answers themselves. Rejects where the database can't be opened.
 */
export async function storedParts(): Promise<StoredPart[]> {
  const facts = await answers.facts()
  return [...facts.map(({ hash, at, size }) => ({ path: pathOf(hash), size, at })), ...(await longLists())]
}

async function longLists(): Promise<StoredPart[]> {
  const id = signedInId()
  const [rows, entries] = await connectionTo(id === undefined ? visitorName : memberName(id)).use((database) =>
    database.transaction('r', ['lists', 'entries'], () =>
      Promise.all([database.lists.toArray(), database.entries.toArray()]),
    ),
  )
  return rows.map(({ list, state }) => {
    const own = entries.filter((it) => it.list === list).map((it) => it.item)
    return { path: list, size: bytesOf(own), at: state.at, entries: own.length }
  })
}

/** The hash of a query is its key as JSON. */
export function pathOf(hash: string): string {
  try {
    const key: unknown = JSON.parse(hash)
    return Array.isArray(key) ? String(key[0]) : ''
  } catch {
    // A key of an older build is shown without a name.
    return ''
  }
}
