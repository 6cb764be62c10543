import { sql, type RawBuilder } from 'kysely'

/**
 * SQL condition on `revenue` of a unit's machine: that a settlement of the unit was paid out of it. Columns around it
 * are `until`, up to when revenue counted, and `done_at`, when it was settled (null: not yet); `paid_until` and
 * `paid_at` are those of the settlement before (null: none), which had the rest. What came late stands where it was
 * paid. `activeFrom` is when the unit began.
 */
export function paidOutOf(activeFrom: RawBuilder<unknown>): RawBuilder<boolean> {
  // No revenue counts more than the bound on lateness before its arrival; the condition is for the index.
  return sql<boolean>`(counted_at >= greatest(${activeFrom}, paid_until - interval '30 days') and counted_at < until
    and booked_at <= coalesce(done_at, 'infinity')
    and (paid_until is null or counted_at >= paid_until or booked_at > paid_at))`
}
