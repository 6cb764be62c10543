import type { goodsDetail, goodsVehicleDetail, ProductCard } from '#protocol/products.ts'
import { firstCalls } from '../cache/first-calls.ts'
import { lazyReadOf } from '../cache/read-of.ts'

/**
 * One product in full; vehicles and charging piles have calls of their own. The request starts before the screen is
 * loaded.
 */
export function productOf(kind: ProductCard['kind'], id: string) {
  return lazyReadOf<typeof goodsDetail | typeof goodsVehicleDetail>(
    kind === 'vehicle' ? 'g/goods/vehicle/info' : 'g/goods/info',
    async () => {
      const calls = await firstCalls()
      return kind === 'vehicle' ? calls.goodsVehicleDetail : calls.goodsDetail
    },
    { id },
  )
}
