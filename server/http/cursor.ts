import * as v from 'valibot'
import { instant } from '../clock.ts'
import { DomainError } from './domain-error.ts'

/** An instant in the one spelling that this server writes. */
export const InstantKey = v.pipe(
  v.string(),
  v.check((it) => !Number.isNaN(Date.parse(it)) && instant(Date.parse(it)) === it),
)

/** A day in the one spelling that this server writes. */
export const DayKey = v.pipe(
  v.string(),
  v.check((it) => !Number.isNaN(Date.parse(it)) && instant(Date.parse(it)) === `${it}T00:00:00.000Z`),
)

/** A cursor: the sort key of the last row that was given, as opaque text. */
export function cursorOf(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Reads the sort key out of a cursor. Throws `bad_request` naming `after` when it is not a cursor of this list. */
export function readCursor<S extends v.GenericSchema>(after: string, shape: S): v.InferOutput<S> {
  const result = v.safeParse(shape, parsed(after))
  if (result.success) return result.output
  throw new DomainError('bad_request', { field: 'after', problem: 'must be the `next` of the page before' })
}

function parsed(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Makes a page of rows of which one more than `limit` was read; that one says whether there is a next page. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  key: (row: R) => readonly (string | number)[],
  item: (row: R) => T,
): { items: T[]; next?: string } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(item), ...(rows.length > limit && last ? { next: cursorOf(key(last)) } : {}) }
}
