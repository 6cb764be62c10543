import { accountInfo } from '#protocol/wallet.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import type { Db } from '../../db/open.ts'
import { billCalls } from './bill-calls.ts'
import { exchangeCalls } from './exchange.ts'
import { rechargeCalls } from './recharge-calls.ts'
import { topUpCalls } from './top-up.ts'
import { withdrawalCalls } from './withdrawal-calls.ts'

const account = handle(accountInfo, async (context) => {
  const { db } = context
  const memberId = memberOf(context)
  const { recharge, income, pending, deposit, gold, lucky } = await walletsOf(db, memberId)
  return {
    currency: 'USD',
    recharge,
    income,
    timeDeposit: deposit,
    goldCoins: gold,
    luckyBalls: lucky,
    pendingIncome: pending,
    claimedIncome: await claimedOf(db, memberId),
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

export const walletCalls = [
  account,
  ...billCalls,
  ...exchangeCalls,
  ...topUpCalls,
  ...withdrawalCalls,
  ...rechargeCalls,
]
