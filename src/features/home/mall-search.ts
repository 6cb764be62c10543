import { slugPattern } from '#protocol/words.ts'
import { matching, oneOf, search, text } from '../../lib/search.ts'

export const sorts = ['featured', 'price', 'earned', 'rate'] as const
export const kinds = ['all', 'vehicle', 'pile', 'affordable'] as const

/** The search parameters of the Mall's address. */
export const mallSearch = search({
  text: text(80),
  kind: oneOf(kinds),
  sort: oneOf(sorts),
  operator: matching(slugPattern),
  /** The offers chosen so far, by `chosenOffers`; present while offers are being chosen. */
  compare: text(200),
})
