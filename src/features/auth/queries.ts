import { getLoginConfig, userInfo } from '#protocol/auth.ts'
import { readOf } from '../../cache/read-of.ts'

/** What the sign-in screens must know before anyone is signed in. */
export const loginConfig = readOf(getLoginConfig, {})

/** Who the member is, and whether they have a transaction password. */
export const profile = readOf(userInfo, {})
