import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type LocalizedText = { en: string } & Partial<Record<string, string>>

export type PointsKind = 'parcel' | 'coupon' | 'lucky balls'
export type PointsStatus = 201 | 202 | 203 | 301 | 401

/** What goods give at once. A coupon's `value` is basis points (type 1) or minor units (type 2). */
export type PointsGift =
  | { of: 'lucky'; amount: number }
  | { of: 'coupon'; type: 1 | 2; value: number; minimum: number; savesAtMost: number | null; days: number }

/** Tables of 108_points_mall.sql, camelCase. */
export interface PointsTables {
  pointsCategory: { id: string; name: Json<LocalizedText>; art: string; position: number }
  pointsGoods: {
    id: string
    slug: string
    categoryId: string
    name: Json<LocalizedText>
    line: Json<LocalizedText>
    description: Json<LocalizedText>
    art: string
    kind: PointsKind
    gives: ColumnType<PointsGift | null, string | null, string | null>
    points: number
    stock: number
    limitEach: Generated<number>
    levelNeeded: Generated<number>
    position: number
    offeredFrom: string
    withdrawnAt: string | null
  }
  pointsOrder: {
    id: string
    orderNumber: string
    memberId: string
    goodsId: string
    name: Json<LocalizedText>
    art: string
    kind: PointsKind
    quantity: number
    points: number
    status: PointsStatus
    recipient: string | null
    phone: string | null
    line: string | null
    remark: string | null
    carrier: string | null
    tracking: string | null
    trackingUrl: string | null
    paidAt: string
    refundAskedAt: string | null
    refundedAt: string | null
    shippedAt: string | null
    receivedAt: string | null
  }
}
