import { idPattern, machineKinds, slugPattern } from '#protocol/words.ts'
import { matching, oneOf, search, text, yesOrNo } from '../../lib/search.ts'

const id = matching(idPattern)

export const idSearch = search({ id })

/** The offers to compare, by `chosenOffers`. */
export const compareSearch = search({ ids: text(200) })

export const listSorts = ['featured', 'newest', 'price', 'earned'] as const

export const listSearch = search({
  categoryId: matching(slugPattern),
  kind: oneOf(machineKinds),
  sort: oneOf(listSorts),
  affordable: yesOrNo,
  /** The product in the second pane of a wide screen. */
  selected: id,
})
export type ListSearch = ReturnType<typeof listSearch>

export const unitStatuses = ['active', 'expired', 'cancelled'] as const

export const unitListSearch = search({
  status: oneOf(unitStatuses),
  kind: oneOf(machineKinds),
  /** The unit in the second pane of a wide screen. */
  selected: id,
})
export type UnitListSearch = ReturnType<typeof unitListSearch>
