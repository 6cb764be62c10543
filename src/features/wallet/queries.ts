import { billDetail, moneyTotals } from '#protocol/books.ts'
import type { ArgsInput } from '#protocol/call.ts'
import { operatorRecharges } from '#protocol/home.ts'
import { depositList, depositOffers } from '#protocol/deposits.ts'
import {
  checkCapital,
  currencyCalculate,
  currencyList,
  exchangeRule,
  rechargeGoods,
  streamList,
  topUpAfterPaying,
  vehicleEarnings,
  withdrawInfo,
  withdrawalCalculate,
  withdrawalRule,
} from '#protocol/wallet.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** What can be topped up, and by which rails. */
export const rechargeOffer = readOf(rechargeGoods, {})

/** Every currency with its dated rate. */
export const rates = readOf(currencyList, {})

/** What an amount of dollars is elsewhere, as the server says. */
export function worthIn(amount: number, from: string, to: string) {
  return readOf(currencyCalculate, { amount, from, to })
}

/** A top-up as it stands. Asking has the server look at the rail. */
export function topUpOf(topUpId: string) {
  return readOf(topUpAfterPaying, { topUpId })
}

/** Recharge history covers the last 7 days (specification 9). */
export const lastTopUps = readOf(streamList, { type: 'recharge', range: 'last 7 days', limit: 100 })

/** Between which wallets money may go. */
export const exchangeRules = readOf(exchangeRule, {})

/** Terms that the operator's reserve still covers. */
export const depositTerms = readOf(depositOffers, {})

/** The member's time deposits, newest first. */
export const deposits = infiniteReadOf(depositList, {})

/** A bill down to its postings. */
export function billOf(id: string) {
  return readOf(billDetail, { id })
}

/** What machines brought, day by day. */
export function earningsOf(args: Pick<ArgsInput<typeof vehicleEarnings>, 'kind' | 'range' | 'from' | 'to'>) {
  return infiniteReadOf(vehicleEarnings, args)
}

/** Where all the money is, as of the last reconciliation. */
export const whereMoneyIs = readOf(moneyTotals, {})

/** What operators paid into the budgets for prizes, pay and interest, newest first. */
export const rechargesOfOperators = infiniteReadOf(operatorRecharges, {})

/** Limits, what can be withdrawn, and the withdrawals of the last 30 days. */
export const withdrawing = readOf(withdrawInfo, {})

/** The rule of withdrawing, in words. */
export const withdrawalTerms = readOf(withdrawalRule, {})

/** Whether anything stands in the way of withdrawing; our server puts nothing in the way. */
export const capitalCheck = readOf(checkCapital, {})

/**
 * Fee and actual arrival of an amount, in minor units. Forgotten as soon as another amount is typed: yesterday's fee
 * would mislead.
 */
export function calculationOf(amount: number) {
  return { ...readOf(withdrawalCalculate, { amount }), gcTime: 0, retry: false }
}
