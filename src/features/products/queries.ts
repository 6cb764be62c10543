import type { ArgsInput } from '#protocol/call.ts'
import { categoryTree } from '#protocol/home.ts'
import { vehicleOrderList } from '#protocol/orders.ts'
import { goodsList, userGoodsList, type UnitCard } from '#protocol/products.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** The offers that a filter leaves, a page at a time. */
export function productsOf(filter: Pick<ArgsInput<typeof goodsList>, 'categoryId' | 'kind' | 'sort' | 'affordable'>) {
  return infiniteReadOf(goodsList, filter)
}

export const categories = readOf(categoryTree, {})

/** The member's units, newest first. */
export function unitsOf(status: UnitCard['status'] | undefined) {
  return infiniteReadOf(userGoodsList, status === undefined ? {} : { status })
}

/** All trips or charging sessions of a unit's machine, newest first, a page at a time. */
export function sessionsOf(unitId: string) {
  return infiniteReadOf(vehicleOrderList, { unitId })
}
