import type { Answer, ArgsInput } from '#protocol/call.ts'
import { categoryTree } from '#protocol/home.ts'
import { chargingPositions, machinePositions, vehiclePositions } from '#protocol/locations.ts'
import { vehicleOrderList, vehicleOrderTotal } from '#protocol/orders.ts'
import {
  goodsList,
  goodsRecommend,
  goodsVehicleList,
  userGoodsList,
  userVehicleList,
  userVehicleSelect,
  userVehicleShares,
} from '#protocol/products.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

/** The products that match a filter, by pages. */
export function productsOf({
  kind,
  ...filter
}: Pick<ArgsInput<typeof goodsList>, 'categoryId' | 'kind' | 'sort' | 'affordable'>) {
  // Vehicles have a call of their own.
  return infiniteReadOf<typeof goodsList | typeof goodsVehicleList>(
    kind === 'vehicle' ? goodsVehicleList : goodsList,
    kind === 'pile' ? { ...filter, kind } : filter,
  )
}

/** Everything on offer, as the Mall reads it and as it is fetched for reading offline. */
export const catalogue = infiniteReadOf(goodsList, { limit: 100 })

/** A few products that are similar to one, for the foot of its page. */
export function recommendedBeside(id: string) {
  return readOf(goodsRecommend, { like: id, limit: 4 })
}

export const categories = readOf(categoryTree, {})

type UnitStatus = NonNullable<ArgsInput<typeof userGoodsList>['status']>

/** The member's units, newest first. */
export function unitsOf({ status, kind }: { status?: UnitStatus | undefined; kind?: 'vehicle' | 'pile' | undefined }) {
  const filter = status === undefined ? {} : { status }
  // Vehicles have a call of their own.
  return infiniteReadOf<typeof userGoodsList | typeof userVehicleList>(
    kind === 'vehicle' ? userVehicleList : userGoodsList,
    kind === 'pile' ? { ...filter, kind } : filter,
  )
}

/** All the member's vehicle units in few words, to choose one from. */
export const vehicleChoices = readOf(userVehicleSelect, {})

/** Where every machine on offer is, as anyone may know. */
export const placesOnOffer = readOf(machinePositions, {})

/** Where the vehicles are that the member holds units of. */
export const ownVehicles = readOf(vehiclePositions, {})

/** The same for piles, with what their plugs do. */
export const ownPiles = readOf(chargingPositions, {})

export type OwnPosition = Answer<typeof vehiclePositions | typeof chargingPositions>['items'][number]

/** All trips or charging sessions of a unit's machine, newest first, a page at a time. */
export function sessionsOf(unitId: string) {
  return infiniteReadOf(vehicleOrderList, { unitId })
}

/** The totals of all trips or charging sessions of a unit's machine. */
export function sessionTotalsOf(unitId: string) {
  return readOf(vehicleOrderTotal, { unitId })
}

/** Every settlement of a unit, newest first, a page at a time. */
export function sharesOf(unitId: string) {
  return infiniteReadOf(userVehicleShares, { unitId, limit: 50 })
}
