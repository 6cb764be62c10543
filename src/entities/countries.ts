import { countryList } from '#protocol/settings.ts'
import { readOf } from '../cache/read-of.ts'

/** The countries the operator works in; visitors may request them too. */
export const countries = readOf(countryList, {})
