import type { Product } from './money-history.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/**
 * A member's balances in the model: minor units; `gold` in whole coins. `owed` is the recharge wallet's debt,
 * `incomeOwed` the income wallet's: what comes into the wallet pays it first.
 */
export interface Holder {
  recharge: number
  owed: number
  income: number
  incomeOwed: number
  pending: number
  deposit: number
  withdrawing: number
  wages: number
  gold: number
}
/** Units bought together, when `seen` sessions of the machine were known. `paid` is what each was paid. */
interface Order {
  who: number
  what: number
  quantity: number
  payment: number
  wallet: 'recharge' | 'income'
  coupon: number | null
  boughtAt: number
  seen: number
  expiresAt: number
  paid: number
  /** Until when what the units were paid last counts; before it, what a cancelled one has earned. */
  settledThrough: number
  status: 'active' | 'cancelled' | 'expired'
}
export interface Coupon {
  who: number
  type: 1 | 2
  value: number
  minimum: number
  expiresAt: number
  isUsed: boolean
}
interface Deposit {
  who: number
  principal: number
  interest: number
  wallet: 'recharge' | 'income'
  maturesAt: number
  isOver: boolean
}
interface Withdrawal {
  who: number
  amount: number
  fee: number
  state: 'requested' | 'approved' | 'sent' | 'arrived' | 'returned'
}
interface Code {
  amount: number
  gold: number
  uses: number
  expiresAt: number
  by: number[]
}
/** A machine's product, when its sessions ended and what each brought its units, as they came in, and what is left. */
interface Machine extends Product {
  sessions: { endedAt: number; share: number }[]
  balance: number
}

/**
 * All balances, as plain data that can be copied for another order of events. Keys are the numbers of the creating
 * acts.
 */
export interface MoneyState {
  now: number
  members: Holder[]
  machines: Machine[]
  /** `world` is the external account; negative, as in the ledger. */
  house: {
    operator: number
    reserve: number
    gifts: number
    salary: number
    sales: number
    promised: number
    world: number
  }
  orders: Map<number, Order>
  coupons: Map<number, Coupon>
  deposits: Map<number, Deposit>
  withdrawals: Map<number, Withdrawal>
  /** What was credited and what is left of it to take back. */
  topUps: Map<number, { who: number; amount: number; left: number }>
  /** Amounts taken back, by reference. */
  takenBack: Map<string, number>
  /** Booked trips by external id; `session` is the index at their machine, `back` the reference that took one back. */
  trips: Map<string, { what: number; session: number; amount: number; back: string | null }>
  /** When the jobs last ran. */
  settledAt: number
  bills: Map<number, { who: number; left: number }>
  codes: Map<number, Code>
  /** The first member's weeks under contract, oldest first. */
  weeks: ('waiting' | 'ready' | 'received')[]
  /** When the first week that is paid began. */
  monday: number
  /** Ids of external events that were counted. */
  counted: Set<string>
}

export const weekly = 700

export function newState(given: {
  now: number
  monday: number
  members: number
  products: readonly Product[]
  house: MoneyState['house']
}): MoneyState {
  const { now, monday, members, products, house } = given
  return {
    now,
    monday,
    house,
    weeks: [],
    counted: new Set(),
    members: Array.from({ length: members }, () => ({
      recharge: 0,
      owed: 0,
      income: 0,
      incomeOwed: 0,
      pending: 0,
      deposit: 0,
      withdrawing: 0,
      wages: 0,
      gold: 0,
    })),
    machines: products.map((it) => ({ ...it, sessions: [], balance: 0 })),
    orders: new Map(),
    coupons: new Map(),
    deposits: new Map(),
    withdrawals: new Map(),
    topUps: new Map(),
    takenBack: new Map(),
    trips: new Map(),
    settledAt: now,
    bills: new Map(),
    codes: new Map(),
  }
}

/** Keys of a member's own things in order of creation; all keys where no member is given. */
export function numbersOf(things: ReadonlyMap<number, object>, who?: number): number[] {
  return [...things]
    .filter(([, it]) => who === undefined || ('who' in it && it.who === who))
    .map(([number]) => number)
    .toSorted((a, b) => a - b)
}

/** What each unit of an order had earned before an instant: its part of the sessions that ended in its time. */
export function earnedBy({ sessions, unitsTotal }: Machine, { boughtAt, seen }: Order, until: number): number {
  const own = sessions.filter(
    ({ endedAt }, index) => endedAt < until && (endedAt > boughtAt || (endedAt === boughtAt && index >= seen)),
  )
  return Math.floor(own.reduce((sum, it) => sum + it.share, 0) / unitsTotal)
}

/** What a coupon takes off an amount. */
export function savingOf({ type, value, minimum }: Coupon, amount: number): number {
  if (amount < minimum) return 0
  return type === 1 ? Math.floor((amount * value) / 10_000) : Math.min(amount, value)
}

/** Price of `quantity` units before a coupon: 2 % off from five on. */
export function costOf({ price }: Product, quantity: number): number {
  return quantity < 5 ? price * quantity : price * quantity - Math.floor((price * quantity) / 50)
}

/** Coupons that a member can use now. */
export function usableBy(state: MoneyState, who: number): [number, Coupon][] {
  return [...state.coupons].filter(([, it]) => it.who === who && !it.isUsed && it.expiresAt > state.now)
}
