import type { goodsDetail, goodsVehicleDetail, ProductCard } from '#protocol/products.ts'
import { lazyReadOf } from '../../cache/read-of.ts'

/** One product in full; vehicles and piles are asked for by calls of their own. Asked for before its screen has come. */
export function productOf(kind: ProductCard['kind'], id: string) {
  return lazyReadOf<typeof goodsDetail | typeof goodsVehicleDetail>(
    kind === 'vehicle' ? 'g/goods/vehicle/info' : 'g/goods/info',
    async () => {
      const { firstCalls } = await import('../../api/parsing.ts')
      return kind === 'vehicle' ? firstCalls.goodsVehicleDetail : firstCalls.goodsDetail
    },
    { id },
  )
}
