import { useInfiniteQuery } from '@tanstack/react-query'
import { addressList, defaultAddress } from '#protocol/addresses.ts'
import { pointsCategories, pointsGoodsDetail, pointsGoodsList } from '#protocol/pointsmall.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'
import { useEveryPage } from '../../ui/use-every-page.ts'

export const categories = readOf(pointsCategories, {})

export const addresses = readOf(addressList, {})

/** The address that a parcel goes to unless another is chosen. */
export const usualAddress = readOf(defaultAddress, {})

/** One of the goods in full. */
export function goodsOf(id: string) {
  return readOf(pointsGoodsDetail, { id })
}

const allGoods = infiniteReadOf(pointsGoodsList, { limit: 100 })

export function useAllGoods() {
  const query = useInfiniteQuery(allGoods)
  useEveryPage(query)
  return query
}
