import { idPattern } from '#protocol/words.ts'
import { matching, search } from '../../lib/search.ts'

/** The message in the second pane of a wide screen. */
export const messageListSearch = search({ selected: matching(idPattern) })
