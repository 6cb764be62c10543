import { accountInfo } from '#protocol/wallet.ts'
import { readOf } from '../cache/read-of.ts'

/** The member's wallets and what each holds, in minor units. */
export const balances = readOf(accountInfo, {})
