import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/**
 * Tables of 080_cards.sql, camelCase. Columns that end in `Sealed` are encrypted with the key `keyId`, which is not in
 * the database.
 */
export interface CardTables {
  bank: { id: string; name: string; country: string; art: string; digits: Json<number[]>; position: number }
  cardType: {
    code: string
    name: string
    scheme: string
    prefixes: Json<string[]>
    lengths: Json<number[]>
    cvvDigits: 3 | 4
    annualFee: number
    currency: string
    position: number
  }
  sealingKey: { id: string; publicKey: string; privateSealed: string; keyId: string; madeAt: string }
  bankCard: {
    id: string
    memberId: string
    bankId: string
    typeCode: string | null
    holderName: string
    numberSealed: string | null
    numberDigest: string | null
    lastFour: string | null
    keyId: string
    phone: string
    boundAt: string
    disabledAt: string | null
    removedAt: string | null
    /** When the next year of its fee begins; 1970 where none was billed yet. */
    nextFeeAt: Generated<string>
  }
  cardBill: {
    id: string
    cardId: string
    memberId: string
    kind: 'annual fee' | 'charge'
    ref: string
    currency: string
    amount: number
    penalty: Generated<number>
    repaid: Generated<number>
    dueOn: string
    penaltyFraction: Generated<number>
    penaltyThrough: string | null
    penaltyPausedAt: string | null
    madeAt: string
    completedAt: string | null
    waivedAt: Generated<string | null>
  }
  cardRepayment: {
    id: string
    billId: string
    memberId: string
    wallet: 'recharge' | 'income'
    amount: number
    at: string
  }
}
