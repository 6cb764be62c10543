import { categoryIndex, openAdList } from '#protocol/home.ts'
import { noticeList } from '#protocol/messages.ts'
import { goodsList, userGoodsList } from '#protocol/products.ts'
import { signNumber } from '#protocol/rewards.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** Links to the features that use AI. Nothing is shown where there are none. */
export const aiCategories = readOf(categoryIndex, { positionCode: 'aiCategory' })

/** The newest offers, page by page. */
export const newest = infiniteReadOf(goodsList, { sort: 'newest' })

/** The member's machines that earn, each by the unit held longest. The offline prefetch fetches them too. */
export const ownMachines = readOf(userGoodsList, { status: 'active', onePerMachine: true, limit: 12 })

/** The operator's advertisements for the opening of the app. */
export const openingAdvertisements = readOf(openAdList, {})

/** Requested only for its count of unread messages. */
export const newestMessage = readOf(noticeList, { limit: 1 })

export const checkInStreak = readOf(signNumber, {})
