import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressList, defaultAddress } from '#protocol/addresses.ts'
import { pointsCategories, pointsGoodsDetail, pointsGoodsList } from '#protocol/pointsmall.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

export const categories = readOf(pointsCategories, {})

export const addresses = readOf(addressList, {})

/** The address that a parcel goes to unless another is chosen. */
export const usualAddress = readOf(defaultAddress, {})

/** One of the goods in full. */
export function goodsOf(id: string) {
  return readOf(pointsGoodsDetail, { id })
}

const allGoods = infiniteReadOf(pointsGoodsList, { limit: 100 })

/** Loads all goods, page after page: a search over half of them would give wrong results. */
export function useAllGoods() {
  const query = useInfiniteQuery(allGoods)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return query
}
