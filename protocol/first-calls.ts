import { getLoginConfig } from './auth.ts'
import { barrage, categoryIndex, categoryTree, homeIndex } from './home.ts'
import { goodsDetail, goodsList, goodsVehicleDetail, userGoodsList, userGoodsTotal } from './products.ts'
import { examineStatus } from './settings.ts'

/** The calls of the first frame, wherever one comes in, imported when the network is asked: a start from the shelf needs none of their schemas. */
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
  userGoodsList,
  userGoodsTotal,
}
