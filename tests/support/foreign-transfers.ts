import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/**
 * Transfers that touch an account of a member and lie with somebody else. There are none: bills are read by their
 * member alone.
 */
export async function foreignTransfers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select account.id, account.owner_id from account join member on member.id = account.owner_id
    )
    select side.id from own join (
      select id, owner_id, debit_id as account_id from transfer union all select id, owner_id, credit_id from transfer
    ) side on side.account_id = own.id where side.owner_id <> own.owner_id`.execute(db)
  return rows.map((it) => it.id)
}
