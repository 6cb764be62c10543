import { randomUUID } from 'node:crypto'
import { exchange, exchangeRule } from '#protocol/wallet.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { paidDebtOf } from '../../../ledger/debts.ts'
import { BelowMinimumBalance, post } from '../../../ledger/post.ts'
import { walletsOf } from '../../../ledger/wallets.ts'
import { booksCurrency as currency } from '../../../db/books-currency.ts'

/**
 * Moves income into the recharge wallet, one for one. Throws a DomainError where there is not as much; the ledger's
 * rules know no other way.
 */
export async function exchangeIncome(
  db: Db,
  { memberId, amount }: { memberId: string; amount: number },
  clock: Clock,
): Promise<{ currency: string; amount: number; recharge: number; income: number; paidDebt?: number }> {
  const exchanged = { kind: 'exchange', ref: randomUUID() }
  try {
    await post(
      db,
      [
        {
          debit: { ownerId: memberId, code: 'income' },
          credit: { ownerId: memberId, code: 'recharge' },
          amount,
          asset: currency,
          ...exchanged,
        },
      ],
      clock,
    )
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? new DomainError('balance_insufficient') : cause
  }
  const { recharge, income } = await walletsOf(db, memberId)
  const paidDebt = await paidDebtOf(db, { memberId, ...exchanged }, clock)
  return { currency, amount, recharge, income, ...(paidDebt > 0 && { paidDebt }) }
}

export const exchangeTerms = handle(exchangeRule, async (context) => {
  const { income } = await walletsOf(context.db, memberOf(context))
  return { ways: [{ from: 'income' as const, to: 'recharge' as const, currency, minimum: 1, balance: income }] }
})

export const exchangeIntoRecharge = handle(exchange, (context, { amount }) =>
  exchangeIncome(context.db, { memberId: memberOf(context), amount }, context.clock),
)
