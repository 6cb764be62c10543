import type { Act, Command, Event } from './money-history.ts'
import { numbersOf, type MoneyState } from './money-state.ts'

type To = 'approved' | 'sent' | 'arrived' | 'returned'
/** An act with its number and its object: `at` is the number of an earlier act or a top-up, or the index of a week. */
export type ResolvedAct<A extends Act = Act> = {
  n: number
  at: number
  amount: number
  left: number
  to: To
  coupon: number | null
  externalId: string
  /** The external id of the trip that is taken back. */
  of: string
} & { act: A }

/** Whether a member sends the act under an idempotency key. */
export function isCommand(resolved: ResolvedAct): resolved is ResolvedAct<Command> {
  return ['buy', 'cancel', 'claim', 'exchange', 'open', 'end', 'withdraw', 'repay', 'redeem', 'receive'].includes(
    resolved.act.kind,
  )
}

export function isEvent(resolved: ResolvedAct): resolved is ResolvedAct<Event> {
  return !isCommand(resolved)
}

/** Picks an act's object from the state; null where there is none of the kind. */
export function resolveAct(state: MoneyState, n: number, given: Act): ResolvedAct | null {
  const act = within(state, given)
  const resolved: ResolvedAct = {
    n,
    act,
    at: 0,
    left: 0,
    to: 'approved',
    coupon: null,
    externalId: '',
    of: '',
    amount: 'amount' in act ? act.amount : 0,
  }
  const things = thingsOf(state, act)
  if (things === null) return named(state, resolved)
  const at = 'which' in act ? things[act.which % things.length] : undefined
  if (at === undefined) return null
  if (act.kind === 'repay') {
    const left = state.bills.get(at)?.left ?? 0
    return { ...resolved, at, left, amount: Math.max(1, Math.floor((left * act.percent) / 100)) }
  }
  // What was shown when it was asked for; a settlement in between changes it.
  if (act.kind === 'cancel') {
    const order = state.orders.get(at)
    return { ...resolved, at, amount: order ? order.payment - order.paid * order.quantity : 0 }
  }
  if (act.kind === 'take trip back') {
    const of = tripsOf(state)[at] ?? ''
    return { ...resolved, at, of, externalId: `${of} ${act.id}` }
  }
  if (act.kind === 'take back') {
    const amount = Math.max(1, Math.floor(((state.topUps.get(at)?.amount ?? 0) * act.percent) / 100))
    return { ...resolved, at, amount, externalId: `${at} ${act.id}` }
  }
  return { ...resolved, at, to: act.kind === 'move' ? toOf(state.withdrawals.get(at)?.state, act.to) : 'approved' }
}

function within(state: MoneyState, act: Act): Act {
  const who = 'who' in act ? { who: act.who % state.members.length } : {}
  const what = 'what' in act && typeof act.what === 'number' ? { what: act.what % state.machines.length } : {}
  return { ...act, ...who, ...what } as Act
}

function thingsOf(state: MoneyState, act: Act): number[] | null {
  switch (act.kind) {
    case 'cancel':
      return numbersOf(state.orders, act.who)
    case 'end':
      return numbersOf(state.deposits, act.who)
    case 'repay':
      return numbersOf(state.bills, act.who)
    case 'redeem':
      return numbersOf(state.codes)
    case 'move':
      return numbersOf(state.withdrawals)
    case 'take back':
      return numbersOf(state.topUps)
    case 'take trip back':
      return [...tripsOf(state).keys()]
    case 'receive':
      return [...state.weeks.keys()]
    default:
      return null
  }
}

/** External ids in the order of names, which no race changes. */
function tripsOf(state: MoneyState): string[] {
  return [...state.trips.keys()].toSorted()
}

/** Gives an external event its id; the same id counts once. */
function named({ now }: MoneyState, resolved: ResolvedAct): ResolvedAct {
  const { act } = resolved
  if (act.kind === 'top up')
    return { ...resolved, at: numberOfTopUp(act), externalId: `${act.who} ${act.id} ${act.amount}` }
  // A report at another time is another report.
  return act.kind === 'trip'
    ? { ...resolved, externalId: `${act.what} ${act.id} ${act.amount} ${act.lateHours} ${now}` }
    : resolved
}

/** The same for what is the same top-up, and above the numbers of acts. */
function numberOfTopUp({ who, id, amount }: { who: number; id: number; amount: number }): number {
  return (who * 100 + id + 1) * 10_000 + amount
}

function toOf(state: string | undefined, wanted: 'next' | To): To {
  if (wanted !== 'next') return wanted
  return state === 'requested' ? 'approved' : state === 'approved' ? 'sent' : state === 'sent' ? 'arrived' : 'returned'
}
