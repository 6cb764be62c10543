import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of a random id for each row of an `insert … select` over many members' rows, in each of which `key` is another.
 * On several machines such a statement can't make its rows' ids up by itself (docs/scale.md).
 */
export function randomIdFor(key: RawBuilder<unknown>): RawBuilder<string> {
  return sql`md5(${randomUUID()}::text || ${key}::text)::uuid`
}
