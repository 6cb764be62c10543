import { userGoodsDetail } from '#protocol/products.ts'
import { readOf } from '../cache/read-of.ts'

/** One of the member's units in full. */
export function unitOf(id: string) {
  return readOf(userGoodsDetail, { id })
}
