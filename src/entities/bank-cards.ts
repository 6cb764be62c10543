import { bindCardList } from '#protocol/cards.ts'
import { readOf } from '../cache/read-of.ts'

/** The member's bank cards with their bills. Numbers come masked and in no other way. */
export const bankCards = readOf(bindCardList, {})
