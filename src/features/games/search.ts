import { idPattern, slugPattern } from '#protocol/words.ts'
import { matching, oneOf, search } from '../../lib/search.ts'

export const historySearch = search({
  won: oneOf(['yes', 'no']),
  status: oneOf(['due', 'received', 'cancelled']),
  game: matching(slugPattern),
})

export const prizesSearch = search({ status: oneOf(['due', 'received', 'cancelled']) })

/** The draw that is checked. */
export const checkSearch = search({ id: matching(idPattern) })
