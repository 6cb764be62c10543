import { planDetail, planPages, plansOfCategory, singlePage } from '#protocol/home.ts'
import { goodsDetail, goodsList, goodsRecommend, goodsVehicleDetail, goodsVehicleList } from '#protocol/products.ts'
import { handle, type Handler } from '../../http/handler.ts'
import { catalogue, offer, recommended } from './catalogue.ts'
import { positions, session, state, trip, trips } from './machines/calls.ts'
import { unit, units, unitSessions, unitShares, unitSessionTotals, unitTotals } from './unit-calls.ts'
import { vehicleChoices, vehicleUnit, vehicleUnits } from './vehicle-calls.ts'

// The specification lists several paths for the catalogue and for one offer; older clients use the `plan` ones.
export const productsCalls: readonly Handler[] = [
  handle(goodsList, catalogue),
  handle(goodsVehicleList, (context, args) => catalogue(context, { ...args, kind: 'vehicle' })),
  handle(goodsRecommend, recommended),
  handle(singlePage, catalogue),
  handle(planPages, catalogue),
  handle(plansOfCategory, catalogue),
  handle(goodsDetail, (context, { id }) => offer(context, id)),
  handle(goodsVehicleDetail, (context, { id }) => offer(context, id, 'vehicle')),
  handle(planDetail, (context, { planId }) => offer(context, planId)),
  units,
  unitTotals,
  unit,
  unitSessions,
  unitSessionTotals,
  unitShares,
  vehicleUnits,
  vehicleUnit,
  vehicleChoices,
  trip,
  trips,
  positions,
  session,
  state,
]
