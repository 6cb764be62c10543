import { userVehicleDetail, userVehicleList, userVehicleSelect } from '#protocol/products.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { unitDetail } from './unit-detail.ts'
import { unitsPage } from './units.ts'

/** More are no choice: the list of units has them all, page by page. */
const choicesMost = 500

export const vehicleUnits = handle(userVehicleList, (context, args) =>
  unitsPage(context.db, { memberId: memberOf(context), ...args, kind: 'vehicle' }, context.clock),
)

export const vehicleUnit = handle(userVehicleDetail, (context, { id }) => unitDetail(context, id, 'vehicle'))

export const vehicleChoices = handle(userVehicleSelect, async (context) => ({
  items: await context.db
    .selectFrom('unit')
    .innerJoin('machine', 'machine.id', 'unit.machineId')
    .innerJoin('product', 'product.id', 'unit.productId')
    .select((eb) => [
      'unit.id as unitId',
      'product.name',
      'product.art',
      'machine.deviceNumber',
      eb('unit.status', '=', 'active').$castTo<boolean>().as('active'),
    ])
    .where('unit.memberId', '=', memberOf(context))
    .where('machine.kind', '=', 'vehicle')
    .orderBy('active', 'desc')
    .orderBy('unit.activeFrom', 'desc')
    .orderBy('unit.id', 'desc')
    .limit(choicesMost)
    .execute(),
}))
