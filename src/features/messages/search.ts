import { idPattern } from '#protocol/words.ts'
import { matching, search } from '../../lib/search.ts'

/** What the second pane of a wide screen shows. */
export const messageListSearch = search({ selected: matching(idPattern) })
