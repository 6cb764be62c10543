import { countryList } from '#protocol/settings.ts'
import { readOf } from '../cache/read-of.ts'

/** Where the operator works; visitors may ask too. */
export const countries = readOf(countryList, {})
