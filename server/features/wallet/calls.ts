import { depositEnd, depositList, depositOffers, depositOpen } from '#protocol/deposits.ts'
import { accountInfo } from '#protocol/wallet.ts'
import type { Db } from '../../db/open.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { debtsOf } from '../../ledger/debts.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { bill, bills, billTotals, earningsByVehicle, incomeBills } from './bills/calls.ts'
import { accountStatement, totals } from './books/calls.ts'
import { depositsPage } from './deposits/deposits.ts'
import { endDeposit } from './deposits/ending.ts'
import { openDeposit } from './deposits/opening.ts'
import { offers } from './deposits/terms.ts'
import { exchangeIntoRecharge, exchangeTerms } from './exchange/exchange.ts'
import { conversion, currencies, topUp, topUpAfterPayment, topUpTerms } from './top-up/calls.ts'
import { underReview } from './top-up/held.ts'
import { reportedTopUp } from './top-up/reporting.ts'
import {
  capitalCheck,
  withdrawal,
  withdrawalCancelling,
  withdrawalPage,
  withdrawalPreview,
  withdrawalTerms,
} from './withdrawal/calls.ts'
import { booksCurrency } from '../../db/books-currency.ts'

const account = handle(accountInfo, async (context) => {
  const { db } = context
  const memberId = memberOf(context)
  const { recharge, income, pending, deposit, gold, lucky } = await walletsOf(db, memberId)
  return {
    currency: booksCurrency,
    recharge,
    income,
    timeDeposit: deposit,
    goldCoins: gold,
    luckyBalls: lucky,
    pendingIncome: pending,
    claimedIncome: await claimedOf(db, memberId),
    owed: await debtsOf(db, memberId),
    underReview: await underReview(db, memberId),
  }
})

async function claimedOf(db: Db, memberId: string): Promise<number> {
  const { amount } = await db
    .selectFrom('claim')
    .select((it) => it.fn.coalesce(it.cast<number>(it.fn.sum('amount'), 'bigint'), it.lit(0)).as('amount'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return amount
}

export const walletCalls: readonly Handler[] = [
  account,
  bills,
  billTotals,
  bill,
  incomeBills,
  earningsByVehicle,
  accountStatement,
  totals,
  exchangeTerms,
  exchangeIntoRecharge,
  topUpTerms,
  topUp,
  topUpAfterPayment,
  reportedTopUp,
  currencies,
  conversion,
  withdrawalPage,
  withdrawalTerms,
  withdrawalPreview,
  capitalCheck,
  withdrawal,
  withdrawalCancelling,
  handle(depositOffers, async ({ db }) => ({ items: await offers(db) })),
  handle(depositList, (context, args) => depositsPage(context.db, { memberId: memberOf(context), ...args })),
  handle(depositOpen, (context, args) =>
    openDeposit(context.db, { memberId: memberOf(context), ...args }, context.clock),
  ),
  handle(depositEnd, (context, args) =>
    endDeposit(context.db, { memberId: memberOf(context), ...args }, context.clock),
  ),
]
