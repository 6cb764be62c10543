import { bankList, cardTypeList } from '#protocol/cards.ts'
import { readOf } from '../../cache/read-of.ts'

export const banks = readOf(bankList, {})

/** Card types: prefixes, lengths, digits of the CVV. */
export const cardTypes = readOf(cardTypeList, {})
