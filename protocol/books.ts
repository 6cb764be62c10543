import * as v from 'valibot'
import { get } from './call.ts'
import { Amount, Currency, Day, Empty, Id, Instant, MachineKind, Money, whole } from './primitives.ts'
import { Bill } from './wallet.ts'

const Count = whole(0, Number.MAX_SAFE_INTEGER)
/** SHA-256 in hexadecimal. */
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))

/**
 * An account as a member may see it: their own by wallet, a machine's, or one of the operator's. Never another
 * member's.
 */
const Side = v.object({ account: v.string(), isYours: v.boolean(), machineId: v.nullable(Id) })

/** One row of the ledger: `amount` left `from` and reached `to`. */
const Posting = v.object({
  id: Count,
  at: Instant,
  kind: v.string(),
  from: Side,
  to: Side,
  amount: Amount,
  currency: v.string(),
})

/** A trip or a charging session that income came from; `share` is what of it belongs to the units. */
const Run = v.object({
  id: Id,
  kind: v.picklist(['trip', 'session']),
  startedAt: Instant,
  endedAt: Instant,
  amount: Amount,
  share: Amount,
  bookedAt: Instant,
})

/**
 * What an income bill was paid out of. A unit's part of all that the machine had earned for units in the unit's time is
 * `sharedTotal` ÷ `unitsTotal`, rounded down; less `paidBefore` that is the amount of the bill, or of its unit. `runs`
 * are those of the period and those that came late, newest first, at most 100.
 */
const IncomeSource = v.object({
  unitId: Id,
  machineId: Id,
  productId: Id,
  name: v.string(),
  kind: MachineKind,
  deviceNumber: v.string(),
  since: Instant,
  until: Instant,
  sessions: Count,
  revenue: Amount,
  share: Amount,
  memberShareBp: whole(0, 10_000),
  unitsTotal: Count,
  sharedTotal: Amount,
  paidBefore: Amount,
  runs: v.array(Run),
})

/** What a transfer into the income wallet was made of, by unit: the 100 highest amounts. */
const ClaimPart = v.object({ unitId: Id, name: v.string(), settlements: Count, amount: Amount })

/** What a settlement paid for one of the units that a bill is about. */
const SettledUnit = v.object({ unitId: Id, name: v.string(), deviceNumber: v.string(), amount: Amount })

/**
 * A bill down to the postings it is part of and, for income, to the machine's revenue. Where it was settled for several
 * units at once, `settled` has what each of them brought, the 100 highest amounts, and `income` is null: asked with
 * `unitId`, one of theirs, it is that unit's. `link` is null until it is chained.
 */
export const billDetail = get('capital/streamInfo', {
  specified: false,
  args: v.object({ id: v.pipe(v.string(), v.maxLength(200)), unitId: v.optional(Id) }),
  answer: v.object({
    bill: Bill,
    postings: v.array(Posting),
    income: v.nullable(IncomeSource),
    /** Absent on other bills, where a unit is asked for, and on answers stored before the field existed. */
    settled: v.optional(v.array(SettledUnit)),
    claim: v.nullable(v.array(ClaimPart)),
    link: v.nullable(v.object({ number: Count, hash: Hash, previous: Hash })),
  }),
})

/**
 * A movement as the member's chain has it. `hash` is SHA-256 of the line before's and its own fields, in the order in
 * which they stand here (src/lib/bill-chain.ts checks them). `account` is a wallet, or `pending`, or money on its way
 * out.
 */
export const StatementLine = v.object({
  number: Count,
  id: Count,
  at: Instant,
  kind: v.string(),
  account: v.string(),
  amount: Money,
  currency: v.string(),
  ref: v.string(),
  hash: Hash,
})
export type StatementLine = v.InferOutput<typeof StatementLine>

const Balance = v.object({ account: v.string(), currency: v.string(), amount: Money })

/**
 * The statement of a period of the member's days, both included, oldest first: from its first line in the chain to its
 * last, with no gap. `opening` and `closing` are the balances before and after, `previous` is the hash before the first
 * line. `restores` is on the first page: what was booked after `asOf` and before `at` is gone.
 */
export const statement = get('capital/statement', {
  specified: false,
  args: v.object({
    from: Day,
    to: Day,
    after: v.optional(v.pipe(v.string(), v.maxLength(200))),
    limit: v.optional(whole(1, 1000), 500),
  }),
  answer: v.object({
    memberId: Id,
    from: Day,
    to: Day,
    opening: v.array(Balance),
    closing: v.array(Balance),
    lines: Count,
    previous: Hash,
    last: Hash,
    restores: v.optional(v.array(v.object({ asOf: Instant, at: Instant }))),
    items: v.array(StatementLine),
    next: v.optional(v.string()),
  }),
})

/**
 * The balance sheet of a currency, in minor units. `outside` is everything received less everything paid out, which the
 * operator holds outside the ledger. It equals the sum of members' wallets less their debts, `promised` (interest in
 * escrow), `unowned`, machines, reserve, the operator's own money and the proceeds of sold units.
 */
const WhereMoneyIs = v.object({
  currency: Currency,
  members: v.array(v.object({ account: v.string(), amount: Amount })),
  /** What members owe: money that was taken back after they had spent it. It covers nobody's claim. */
  debts: v.optional(Amount, 0),
  promised: Amount,
  /** Payments that came for a deleted account. They belong to whoever sent them. */
  unowned: v.optional(Amount, 0),
  /** All that could be asked for: members' wallets, the interest in escrow for them, and `unowned`. */
  claims: Amount,
  /** `unsold` is the share of units that nobody held; it is the operator's. */
  machines: v.object({
    booked: Amount,
    operatorFee: Amount,
    paidOut: Amount,
    unsold: v.optional(Amount, 0),
    left: Amount,
  }),
  /** What the operator paid for machines and for running them, out of `sales` and `operator`, and tax out of `tax`. */
  spent: v.optional(Amount, 0),
  reserve: Amount,
  operator: Money,
  sales: Money,
  otherHouse: Money,
  outside: Money,
  /**
   * What statements of banks, chains and payment providers confirm as of `day`, the last that all open accounts with a
   * statement reach; null where none has. `since` came in by the books after it, `sent` is on its way to members, and
   * `difference` is confirmed less what the books say of that day. Null, or absent on older answers, where no account
   * is named.
   */
  confirmed: v.optional(
    v.nullable(
      v.object({
        day: v.nullable(Day),
        accounts: v.array(
          v.object({
            name: v.string(),
            kind: v.string(),
            amount: Money,
            /** What a chain's balance was read from, and when; absent for what a bank or provider wrote. */
            network: v.optional(v.nullable(v.string())),
            readAt: v.optional(v.nullable(Instant)),
          }),
        ),
        amount: Money,
        since: Money,
        sent: Amount,
        difference: Money,
      }),
    ),
    null,
  ),
})

/**
 * The totals of the last reconciliation, for everybody; null before the first. `isSound` says whether every check
 * agreed.
 */
export const moneyTotals = get('books/totals', {
  who: 'anyone',
  specified: false,
  args: Empty,
  answer: v.nullable(
    v.object({
      at: Instant,
      isSound: v.boolean(),
      checks: v.array(v.object({ check: v.string(), looked: Count, wrong: Count })),
      totals: v.array(WhereMoneyIs),
    }),
  ),
})
