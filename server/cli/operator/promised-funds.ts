import { sql } from 'kysely'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { Db } from '../../db/open.ts'

/** The accounts that money can be returned from. Refunds of closed machines are paid out of `sales`. */
export const returnable = ['reserve', 'gifts', 'prizes', 'salary'] as const
export type Returnable = (typeof returnable)[number]

/**
 * What of an account's money is promised already, in minor units: by gift codes that can still be redeemed, and by pay
 * that was billed and isn't funded. Interest of open deposits and prizes that were won have left their accounts.
 */
export async function promisedFrom(db: Db, code: Returnable, now: string): Promise<number> {
  if (code === 'gifts') {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum((uses_most - uses) * (gift ->> 'amount')::bigint), 0)::bigint as sum
      from gift_code, jsonb_array_elements(rewards) gift
      where expires_at > ${now} and gift ->> 'of' = 'money' and gift ->> 'currency' = ${currency}`.execute(db)
    return rows[0]?.sum ?? 0
  }
  if (code !== 'salary') return 0
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from contract_bill
    where currency = ${currency} and funded_at is null and voided_at is null`.execute(db)
  return rows[0]?.sum ?? 0
}
