import { userInfo } from '#protocol/auth.ts'
import { appVersion } from '#protocol/headers.ts'
import { categoryIndex } from '#protocol/home.ts'
import { noticeList } from '#protocol/messages.ts'
import { goodsList } from '#protocol/products.ts'
import { signNumber } from '#protocol/rewards.ts'
import { examineStatus } from '#protocol/settings.ts'
import { accountInfo } from '#protocol/wallet.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

export const balances = readOf(accountInfo, {})

/** The ways to what works by AI. Nothing is shown where there are none. */
export const aiCategories = readOf(categoryIndex, { positionCode: 'aiCategory' })

/** The newest offers, a page at a time. */
export const newest = infiniteReadOf(goodsList, { sort: 'newest' })

/** Who the member is, their level, and what is still to grow to the next. */
export const profile = readOf(userInfo, {})

/** Which features the operator shows. */
export const flags = readOf(examineStatus, { version: appVersion })

/** Only how many are unread is of interest here. */
export const newestMessage = readOf(noticeList, { limit: 1 })

export const checkInStreak = readOf(signNumber, {})
