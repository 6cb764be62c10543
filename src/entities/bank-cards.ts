import { bindCardList } from '#protocol/cards.ts'
import { readOf } from '../cache/read-of.ts'

/** The member's bank cards with their bills. The server returns card numbers only masked. */
export const bankCards = readOf(bindCardList, {})
