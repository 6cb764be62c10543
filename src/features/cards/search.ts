import { idPattern } from '#protocol/words.ts'
import { matching, oneOf, search } from '../../lib/search.ts'

const id = matching(idPattern)

export const cardListSearch = search({
  /** The card in the second pane of a wide screen. */
  selected: id,
})

export const showCardSearch = search({ id })

export const billStates = ['overdue', 'to-repay', 'paused', 'completed'] as const

export const repaymentSearch = search({
  /** The bill to repay; without an id the screen shows all bills. */
  bill: id,
  state: oneOf(billStates),
})
export type RepaymentSearch = ReturnType<typeof repaymentSearch>
