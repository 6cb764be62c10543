import type { ColumnType, Generated } from 'kysely'
import type { FeedScope } from '#protocol/call.ts'

/** Tables of 137_feed_keys.sql and 238_codes_and_keys_by_value.sql, camelCase. Money in minor units. */
export interface FeedTables {
  feedSource: {
    name: string
    scopes: ColumnType<FeedScope[], string, string>
    itemsAnHour: number
    moneyAnHour: number
  }
  feedKey: {
    id: string
    source: string
    digest: string
    madeBy: string
    madeByAccount: Generated<string | null>
    madeAt: string
    endsAt: Generated<string | null>
  }
  /** When a key last reported. */
  feedKeyUse: { keyId: string; usedAt: string }
  feedHour: {
    source: string
    hour: string
    items: Generated<number>
    money: Generated<number>
    cappedAt: Generated<string | null>
  }
  heldTopUp: {
    id: string
    source: string
    externalId: string
    memberId: string
    amount: number
    currency: string
    receivedAt: string
    heldAt: string
    /** `unowned`: its account was deleted, and it belongs to nobody known until it is returned. */
    state: Generated<'waiting' | 'approved' | 'declined' | 'unowned' | 'returned'>
    decidedBy: Generated<string | null>
    decidedByAccount: Generated<string | null>
    decidedAt: Generated<string | null>
  }
}
