import { billDetail, moneyTotals } from '#protocol/books.ts'
import type { ArgsInput } from '#protocol/call.ts'
import { operatorRecharges } from '#protocol/home.ts'
import { depositList, depositOffers } from '#protocol/deposits.ts'
import {
  checkCapital,
  currencyCalculate,
  currencyList,
  dayTotals,
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

/** The amounts and rails of topping up. */
export const rechargeOffer = readOf(rechargeGoods, {})

/** Every currency with its dated rate. */
export const rates = readOf(currencyList, {})

/** The server's conversion of an amount into another currency. */
export function worthIn(amount: number, from: string, to: string) {
  return readOf(currencyCalculate, { amount, from, to })
}

/** The current state of a top-up. The request makes the server check the rail. */
export function topUpOf(topUpId: string) {
  return readOf(topUpAfterPaying, { topUpId })
}

/** Recharge history covers the last 7 days (specification 9). */
export const lastTopUps = readOf(streamList, { type: 'recharge', range: 'last 7 days', limit: 100 })

/** The pairs of wallets between which money can be moved. */
export const exchangeRules = readOf(exchangeRule, {})

/** Terms that the operator's reserve still covers. */
export const depositTerms = readOf(depositOffers, {})

/** The member's time deposits, newest first. */
export const deposits = infiniteReadOf(depositList, {})

/** A bill with its postings; with `unitId` the source of that unit's part of it. */
export function billOf(id: string, unitId?: string) {
  return readOf(billDetail, { id, ...(unitId !== undefined && { unitId }) })
}

/** What each day of a month (`2026-11`) came to, by wallet and kind. */
export function totalsOfMonth(month: string) {
  return readOf(dayTotals, { month })
}

/** The income of machines, day by day. */
export function earningsOf(args: Pick<ArgsInput<typeof vehicleEarnings>, 'kind' | 'range' | 'from' | 'to'>) {
  return infiniteReadOf(vehicleEarnings, args)
}

/** Where all the money is, as of the last reconciliation. */
export const whereMoneyIs = readOf(moneyTotals, {})

/** What operators paid into the budgets for prizes, pay and interest and took back of them, newest first. */
export const rechargesOfOperators = infiniteReadOf(operatorRecharges, { returns: 'yes' })

/** Limits, what can be withdrawn, and the withdrawals of the last 30 days. */
export const withdrawing = readOf(withdrawInfo, {})

/** The same, with the withdrawal of this id however old it is. */
export function withdrawingWith(id: string) {
  return readOf(withdrawInfo, { id })
}

/** The rule of withdrawing as text. */
export const withdrawalTerms = readOf(withdrawalRule, {})

/** Whether a condition blocks withdrawing; the project's own server has no such condition. */
export const capitalCheck = readOf(checkCapital, {})

/**
 * Fee and arrival of an amount, in minor units. The answer is dropped from the cache as soon as another amount is
 * typed, because an old fee would mislead.
 */
export function calculationOf(amount: number) {
  return { ...readOf(withdrawalCalculate, { amount }), gcTime: 0, retry: false }
}
