import type { Act, Command, Event } from './money-history.ts'
import { numbersOf, type MoneyState } from './money-state.ts'

type To = 'approved' | 'sent' | 'arrived' | 'returned'
/** An act with its number, and what it is about: `at` is the number of an earlier act, or which week. */
export type Aimed<A extends Act = Act> = {
  n: number
  at: number
  amount: number
  left: number
  to: To
  coupon: number | null
  externalId: string
} & { act: A }

/** Whether a member sends it, under a key. */
export function isCommand(aimed: Aimed): aimed is Aimed<Command> {
  return ['buy', 'cancel', 'claim', 'exchange', 'open', 'end', 'withdraw', 'repay', 'redeem', 'receive'].includes(
    aimed.act.do,
  )
}

export function isEvent(aimed: Aimed): aimed is Aimed<Event> {
  return !isCommand(aimed)
}

/** Decides what an act is about by what there is; null where there is nothing of the kind. */
export function aim(state: MoneyState, n: number, given: Act): Aimed | null {
  const act = within(state, given)
  const aimed: Aimed = {
    n,
    act,
    at: 0,
    left: 0,
    to: 'approved',
    coupon: null,
    externalId: '',
    amount: 'amount' in act ? act.amount : 0,
  }
  const things = thingsOf(state, act)
  if (things === null) return named(state, aimed)
  const at = 'which' in act ? things[act.which % things.length] : undefined
  if (at === undefined) return null
  if (act.do === 'repay') {
    const left = state.bills.get(at)?.left ?? 0
    return { ...aimed, at, left, amount: Math.max(1, Math.floor((left * act.percent) / 100)) }
  }
  return { ...aimed, at, to: act.do === 'move' ? toOf(state.withdrawals.get(at)?.state, act.to) : 'approved' }
}

function within(state: MoneyState, act: Act): Act {
  const who = 'who' in act ? { who: act.who % state.members.length } : {}
  const what = 'what' in act && typeof act.what === 'number' ? { what: act.what % state.machines.length } : {}
  return { ...act, ...who, ...what } as Act
}

function thingsOf(state: MoneyState, act: Act): number[] | null {
  switch (act.do) {
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
    case 'receive':
      return [...state.weeks.keys()]
    default:
      return null
  }
}

/** What comes from outside under the same name is the same. */
function named({ now }: MoneyState, aimed: Aimed): Aimed {
  const { act } = aimed
  if (act.do === 'top up') return { ...aimed, externalId: `${act.who} ${act.id} ${act.amount}` }
  // A report says when, and another time is another report.
  return act.do === 'trip' ? { ...aimed, externalId: `${act.what} ${act.id} ${act.amount} ${now}` } : aimed
}

function toOf(state: string | undefined, wanted: 'next' | To): To {
  if (wanted !== 'next') return wanted
  return state === 'requested' ? 'approved' : state === 'approved' ? 'sent' : state === 'sent' ? 'arrived' : 'returned'
}
