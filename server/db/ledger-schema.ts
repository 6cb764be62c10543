import type { ColumnType, GeneratedAlways } from 'kysely'

/** Written by the ledger's trigger alone. */
type Kept<T> = ColumnType<T, never, never>

/** Tables of 001_ledger.sql, camelCase. Balances, floors and amounts are integers in minor units of their asset. */
export interface LedgerTables {
  accountCode: { code: string; rolled: boolean; floor: number | null }
  /** `balance` and `seq` of a `rolled` account stay 0: they are summed from its transfers when asked for. */
  account: {
    id: GeneratedAlways<number>
    ownerId: string | null
    code: string
    asset: string
    balance: Kept<number>
    floor: number | null
    seq: Kept<number>
    rolled: boolean
  }
  transferRule: { kind: string; debitCode: string; creditCode: string }
  transfer: {
    day: ColumnType<string, string, never>
    id: GeneratedAlways<number>
    debitId: ColumnType<number, number, never>
    creditId: ColumnType<number, number, never>
    asset: ColumnType<string, string, never>
    amount: ColumnType<number, number, never>
    kind: ColumnType<string, string, never>
    ref: ColumnType<string, string, never>
    at: ColumnType<string, string, never>
    memo: ColumnType<unknown, string | null | undefined, never>
  }
  /** Which unit was paid what for which period: a unit is paid once per period, whatever crashes or runs twice. */
  settlementLine: {
    period: string
    unitId: string
    accountId: number
    amount: number
    /** Set by the claim that moved the line into the income wallet (020). */
    claimId: ColumnType<string | null, never, string>
    claimedAt: ColumnType<string | null, never, string>
  }
  /** Done markers: one row per finished chunk, and one with chunk -1 when the whole period is done. */
  settlementRun: {
    period: string
    chunk: number
    type: string
    endsAt: string
    doneAt: string
    lines: number
    amount: number
  }
  idem: {
    memberId: string
    key: string
    reqHash: string
    status: number
    response: ColumnType<unknown, string | null, string | null>
    at: string
  }
}
