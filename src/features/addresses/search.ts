import { idPattern } from '#protocol/words.ts'
import { matching, search } from '../../lib/search.ts'

const id = matching(idPattern)

/** What the second pane of a wide screen edits. */
export const addressListSearch = search({ selected: (given) => (given === 'new' ? given : id(given)) })

/** The address that is edited; without an id the form makes a new one. */
export const editAddressSearch = search({ id })
