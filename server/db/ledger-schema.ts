import type { ColumnType, GeneratedAlways } from 'kysely'

/** Only the function that posts writes these columns. */
type Kept<T> = ColumnType<T, never, never>

/**
 * Tables of 001_ledger.sql, camelCase. Balances, minimum balances (`floor`) and amounts are integers in minor units of
 * their asset.
 */
export interface LedgerTables {
  /** `isHouse`: an account of nobody's is opened by the first transfer that names it. */
  accountCode: { code: string; rolled: boolean; floor: number | null; isHouse: boolean }
  /**
   * `balance` and `seq` of a `rolled` account (the outside world, the house) stay 0: its transfers are summed on
   * demand.
   */
  account: {
    id: GeneratedAlways<number>
    /** A member, a machine, a time deposit, or the house (`house()`). */
    ownerId: string
    code: string
    asset: string
    balance: Kept<number>
    floor: number | null
    seq: Kept<number>
    rolled: boolean
  }
  transferRule: { kind: string; debitCode: string; creditCode: string }
  transfer: {
    /** The member whose bill it is, else the machine or the deposit, else the house. */
    ownerId: ColumnType<string, string, never>
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
  /** What each unit was paid for a period: once per period, whatever crashes or runs twice. */
  settlementLine: {
    period: string
    memberId: string
    unitId: string
    amount: number
    /** Set by the claim that moved the line into the income wallet (020). */
    claimId: ColumnType<string | null, never, string>
    claimedAt: ColumnType<string | null, never, string>
  }
  /** One row per finished chunk, and one with chunk -1 when the whole period is done. */
  settlementRun: {
    period: string
    chunk: number
    type: string
    endsAt: string
    doneAt: string
    lines: number
    amount: number
  }
  /** What machines have still to give for chunks that were paid (172): accounts and amounts stand side by side. */
  unclearedIncome: { period: string; chunk: number; accounts: number[]; amounts: number[] }
  /** Bills of income per member and their own day, machines and amounts side by side (207); settlement adds to it. */
  incomeOfDay: { memberId: string; day: string; machines: string[]; amounts: number[] }
  /** The same with a row for each machine. */
  incomeDay: { memberId: string; day: string; machineId: string; amount: number }
  /** What a machine did on a day of a zone of its owners (121); `use_0` to `use_23` are its seconds in use by hour. */
  machineDay: {
    machineId: string
    zone: string
    day: string
    sessions: number
    revenue: number
    share: number
    energyWh: number
    distanceM: number
  }
  /** The last closed day (156), one row or none; keep_closed_days alone writes it. */
  keptThrough: { day: Kept<string> }
  idem: {
    memberId: string
    key: string
    reqHash: string
    status: number
    response: ColumnType<unknown, string | null, string | null>
    at: string
  }
}
