import { idPattern } from '#protocol/words.ts'
import { matching, oneOf, search } from '../../lib/search.ts'

const id = matching(idPattern)

export const cardListSearch = search({
  /** What the second pane of a wide screen shows. */
  selected: id,
})

export const showCardSearch = search({ id })

export const billStates = ['overdue', 'to-repay', 'paused', 'completed'] as const

export const repaymentSearch = search({
  /** The bill that is repaid; all of them where none is named. */
  bill: id,
  state: oneOf(billStates),
})
export type RepaymentSearch = ReturnType<typeof repaymentSearch>
