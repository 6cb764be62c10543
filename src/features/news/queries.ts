import { agreementList, helpList } from '#protocol/news.ts'
import { customerService, webOrigins } from '#protocol/settings.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** News and help, newest first; kinds are told apart on the device, so that one stored list serves them all. */
export const articles = infiniteReadOf(helpList, { limit: 100 })

/** What the member agreed to. */
export const agreements = readOf(agreementList, {})

/** Whom one can ask, when and how. */
export const customer = readOf(customerService, {})

/** Whose pages the app shows itself. */
export const origins = readOf(webOrigins, {})
