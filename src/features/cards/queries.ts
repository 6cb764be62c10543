import { getLoginConfig, userInfo } from '#protocol/auth.ts'
import { bankList, bindCardList, cardTypeList } from '#protocol/cards.ts'
import { accountInfo } from '#protocol/wallet.ts'
import { readOf } from '../../cache/read-of.ts'

/** The member's cards with their bills. Numbers come masked and in no other way. */
export const cards = readOf(bindCardList, {})

export const banks = readOf(bankList, {})

/** Kinds of card: prefixes, lengths, digits of the CVV. */
export const cardTypes = readOf(cardTypeList, {})

/** What the wallets hold that a bill can be repaid from. */
export const balances = readOf(accountInfo, {})

/** Whose banks come first. */
export const profile = readOf(userInfo, {})

/** Where the privacy policy stands. */
export const loginConfig = readOf(getLoginConfig, {})
