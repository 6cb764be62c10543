import { sql, type RawBuilder } from 'kysely'

/**
 * The house's accounts that income passes on its way from machines to members, by kind of machine (docs/ledger.md,
 * "Settlement").
 */
export const clearingCodes = ['vehicle_clearing', 'pile_clearing'] as const

/** SQL of whether a code is that of a clearing account. */
export function isClearing(code: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(code)} in (${sql.join(clearingCodes.map((it) => sql.lit(it)))})`
}
