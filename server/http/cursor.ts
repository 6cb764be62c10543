import * as v from 'valibot'
import { instant } from '../clock.ts'
import { DomainError } from './domain-error.ts'

/** An instant as we write it ourselves. */
export const InstantKey = v.pipe(
  v.string(),
  v.check((it) => !Number.isNaN(Date.parse(it)) && instant(Date.parse(it)) === it),
)

/** A day as we write it ourselves. */
export const DayKey = v.pipe(
  v.string(),
  v.check((it) => !Number.isNaN(Date.parse(it)) && instant(Date.parse(it)) === `${it}T00:00:00.000Z`),
)

/** Where a list goes on, as opaque text: the sort key of the last row that was given. */
export function cursorOf(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The key inside a cursor. Throws a DomainError naming `after` when it is none of this list's. */
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

/** Cuts the row that was read too many, and says where the next page starts. */
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
