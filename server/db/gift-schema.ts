import type { ColumnType, Generated } from 'kysely'

/** What a code gives. Money in minor units; a coupon's `value` is basis points (type 1) or minor units (type 2). */
export type Gift =
  | { of: 'money'; amount: number; currency: string }
  | { of: 'gold' | 'lucky'; amount: number }
  | { of: 'coupon'; name: string; type: 1 | 2; value: number; minimum: number; savesAtMost?: number; days: number }

/** Tables of 081_gift_codes.sql, camelCase. */
export interface GiftTables {
  giftCode: {
    code: string
    rewards: ColumnType<Gift[], string, never>
    usesMost: number
    uses: Generated<number>
    expiresAt: string
    issuedAt: string
  }
  giftCodeUse: { code: string; memberId: string; id: string; usedAt: string; phoneDigest: string | null }
}
