import { accountInfo } from '#protocol/wallet.ts'
import { readOf } from '../cache/read-of.ts'

/** The member's wallets with their balances, in minor units. */
export const balances = readOf(accountInfo, {})
