import { getLoginConfig } from './auth.ts'
import { barrage, categoryIndex, categoryTree, homeIndex } from './home.ts'
import { goodsDetail, goodsList, goodsVehicleDetail, userGoodsTotal } from './products.ts'
import { examineStatus } from './settings.ts'

/**
 * The calls of every first frame. Imported with the first request: a start from the boot cache needs none of their
 * schemas.
 */
export const firstCalls = {
  barrage,
  categoryIndex,
  categoryTree,
  examineStatus,
  getLoginConfig,
  goodsDetail,
  goodsList,
  goodsVehicleDetail,
  homeIndex,
  userGoodsTotal,
}
