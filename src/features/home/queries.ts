import { categoryIndex, openAdList, operatorList } from '#protocol/home.ts'
import { noticeList } from '#protocol/messages.ts'
import { goodsList } from '#protocol/products.ts'
import { signNumber } from '#protocol/rewards.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** The ways to what works by AI. Nothing is shown where there are none. */
export const aiCategories = readOf(categoryIndex, { positionCode: 'aiCategory' })

/** The newest offers, a page at a time. */
export const newest = infiniteReadOf(goodsList, { sort: 'newest' })

/** Who runs the machines, first who keeps the books. */
export const operators = readOf(operatorList, {})

/** What the operator wants seen before the app is used. */
export const openingAdvertisements = readOf(openAdList, {})

/** Only how many are unread is of interest here. */
export const newestMessage = readOf(noticeList, { limit: 1 })

export const checkInStreak = readOf(signNumber, {})
