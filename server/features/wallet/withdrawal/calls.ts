import { takesWithdrawals } from '#protocol/cards.ts'
import {
  checkCapital,
  withdraw,
  withdrawCancel,
  withdrawInfo,
  withdrawalCalculate,
  withdrawalRule,
} from '#protocol/wallet.ts'
import { cardsOf } from '../../../db/bank-cards.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { walletsOf } from '../../../ledger/wallets.ts'
import { cancelWithdrawal, requestWithdrawal } from './withdrawing.ts'
import type { Terms } from './withdrawal-terms.ts'
import { countedLately, leftToday, linesOf, termsOf } from './withdrawal-terms.ts'
import { ruleIn } from './rule-sentences.ts'
import { recentWithdrawals, withdrawalOf } from './withdrawals.ts'

const limitsOf = ({ currency, minimum, maximum, feeBp, feeMinimum, discountBp, taxBp }: Terms) => ({
  currency,
  minimum,
  maximum,
  feeBp,
  feeMinimum,
  discountBp,
  taxBp,
})

export const withdrawalPage = handle(withdrawInfo, async (context, { id }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const terms = await termsOf(db, memberId)
  return {
    ...limitsOf(terms),
    balance: (await walletsOf(db, memberId)).income,
    leftToday: leftToday(await countedLately(db, memberId, clock), terms, clock),
    activeCards: (await cardsOf(db, memberId, clock)).filter(takesWithdrawals).length,
    recent: await recentWithdrawals(db, { memberId, id, language: context.language }, clock),
  }
})

export const withdrawalTerms = handle(withdrawalRule, async (context) => {
  const terms = await termsOf(context.db, memberOf(context))
  return { ...limitsOf(terms), hoursToArrive: terms.hoursToArrive, lines: ruleIn(context.language, terms) }
})

// No rule blocks a withdrawal because of what a member or their team has not bought or paid.
export const capitalCheck = handle(checkCapital, () => Promise.resolve({ clear: true }))

export const withdrawalPreview = handle(withdrawalCalculate, async (context, { amount }) =>
  linesOf(amount, await termsOf(context.db, memberOf(context))),
)

export const withdrawal = handle(withdraw, async (context, { amount, cardId, expectedArrival }) => {
  const memberId = memberOf(context)
  return await requestWithdrawal(context.db, { memberId, amount, cardId, expectedArrival }, context.clock)
})

export const withdrawalCancelling = handle(withdrawCancel, async (context, { id }) => {
  const memberId = memberOf(context)
  await cancelWithdrawal(context.db, { memberId, id }, context.clock)
  return await withdrawalOf(context.db, { memberId, id, language: context.language })
})
