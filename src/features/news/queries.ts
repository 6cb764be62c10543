import { agreementList, helpList } from '#protocol/news.ts'
import { customerService, webOrigins } from '#protocol/settings.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** News and help, newest first. One stored list serves all kinds: the device filters it. */
export const articles = infiniteReadOf(helpList, { limit: 100 })

/** Help alone, which the server lists while the news are off too. The offline prefetch fetches one of the two lists. */
export const helpAlone = infiniteReadOf(helpList, { kind: 'help', limit: 100 })

/** What the member agreed to. */
export const agreements = readOf(agreementList, {})

/** The channels of customer service and their hours. */
export const customer = readOf(customerService, {})

/** The origins of the web pages that the app shows in a frame. */
export const origins = readOf(webOrigins, {})
