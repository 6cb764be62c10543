import { idPattern, machineKinds } from '#protocol/words.ts'
import { matching, oneOf, search } from '../../lib/search.ts'

const id = matching(idPattern)

export const createOrderSearch = search({ id, kind: oneOf(machineKinds) })

export const paySearch = search({ draftId: id })

export const orderListSearch = search({
  status: oneOf(['working', 'invalid']),
  /** Orders of vehicles, or orders that brought points. */
  only: oneOf(['vehicle', 'points']),
  /** The order whose sheet is open. */
  order: id,
})
export type OrderListSearch = ReturnType<typeof orderListSearch>
