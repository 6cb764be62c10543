import type { ResolvedAct } from './money-act.ts'
import type { Event } from './money-history.ts'
import { day, earnedBy, hour, minute, weekly, type MoneyState } from './money-state.ts'

/** Applies an event to the state; returns whether the server must accept it. */
export function event(state: MoneyState, { act, n, at, to, amount, externalId }: ResolvedAct<Event>): boolean {
  const { house } = state
  switch (act.kind) {
    case 'top up': {
      if (!isNew(state, `top up ${externalId}`)) return true
      state.members[act.who]!.recharge += came(state, act.amount)
      state.topUps.set(at, { who: act.who, amount: act.amount, left: act.amount })
      return true
    }
    case 'take back':
      return takeBack(state, at, { amount, reference: externalId })
    case 'trip': {
      if (isNew(state, `trip ${externalId}`)) bookTrip(state, act)
      return true
    }
    case 'give coupon': {
      const { who, type, value, minimum, days } = act
      state.coupons.set(n, { who, type, value, minimum, expiresAt: state.now + days * day, isUsed: false })
      return true
    }
    case 'issue code': {
      state.codes.set(n, {
        amount: act.amount,
        gold: act.gold,
        uses: act.uses,
        expiresAt: state.now + act.days * day,
        by: [],
      })
      return true
    }
    case 'bill card': {
      state.bills.set(n, { who: act.who, left: act.amount })
      return true
    }
    case 'capital': {
      house.operator += came(state, act.amount)
      return true
    }
    case 'fund': {
      if (house.operator < act.amount) return false
      house.operator -= act.amount
      house[act.what] += act.amount
      return true
    }
    case 'move':
      return move(state, at, to)
  }
}

/** Lets days pass, with all due jobs done. */
export function passDays(state: MoneyState, days: number): void {
  state.now += days * day + hour
  for (const order of state.orders.values()) if (order.status !== 'cancelled') settle(state, order)
  for (const [n, deposit] of state.deposits) if (!deposit.isOver && deposit.maturesAt <= state.now) endDeposit(state, n)
  const worked = Math.floor((state.now - state.monday) / (7 * day))
  while (state.weeks.length < worked) state.weeks.push('waiting')
  for (const [index, week] of state.weeks.entries()) {
    if (week !== 'waiting' || state.house.salary < weekly) continue
    state.weeks[index] = 'ready'
    state.house.salary -= weekly
    state.members[0]!.wages += weekly
  }
  state.now += 1
  payDebts(state)
}

/** What has come into a wallet pays what the wallet owes. */
export function payDebts({ members }: MoneyState): void {
  for (const own of members) {
    const paid = Math.min(own.recharge, own.owed)
    own.recharge -= paid
    own.owed -= paid
  }
}

/** Pays back a deposit, with its interest once it is mature. */
export function endDeposit(state: MoneyState, n: number): void {
  const deposit = state.deposits.get(n)!
  const own = state.members[deposit.who]!
  deposit.isOver = true
  own.deposit -= deposit.principal
  own[deposit.wallet] += deposit.principal
  state.house.promised -= deposit.interest
  if (deposit.maturesAt <= state.now) own.income += deposit.interest
  else state.house.reserve += deposit.interest
}

type Order = MoneyState['orders'] extends Map<number, infer O> ? O : never

/**
 * Daily and hourly units are paid for whole days and hours. An order ends, and the rest is paid, a minute after its
 * last hour; late revenue of its time is paid after that.
 */
function settle({ now, members, machines }: MoneyState, order: Order): void {
  const machine = machines[order.what]!
  const isOver = order.expiresAt <= Math.floor((now - minute) / hour) * hour
  const length = machine.settlementType === 0 ? day : machine.settlementType === 2 ? hour : Infinity
  const through = isOver ? Infinity : length === Infinity ? 0 : Math.floor(now / length) * length
  const earned = Math.max(order.paid, earnedBy(machine, order, Math.min(order.expiresAt, through)))
  const amount = (earned - order.paid) * order.quantity
  members[order.who]!.pending += amount
  machine.balance -= amount
  order.paid = earned
  if (isOver) order.status = 'expired'
}

/** A top-up leaves the wallet as far as it is there; the rest is owed. One reference takes it back once. */
function takeBack(
  state: MoneyState,
  at: number,
  { amount, reference }: { amount: number; reference: string },
): boolean {
  const known = state.takenBack.get(reference)
  if (known !== undefined) return known === amount
  const topUp = state.topUps.get(at)!
  if (amount > topUp.left) return false
  state.takenBack.set(reference, amount)
  topUp.left -= amount
  const own = state.members[topUp.who]!
  const there = Math.min(own.recharge, amount)
  own.recharge -= there
  own.owed += amount - there
  state.house.world += amount
  return true
}

function bookTrip(state: MoneyState, { what, amount, lateHours }: Extract<Event, { kind: 'trip' }>): void {
  const machine = state.machines[what]!
  const share = Math.floor((came(state, amount) * machine.shareBp) / 10_000)
  machine.sessions.push({ endedAt: state.now - lateHours * hour, share })
  machine.balance += share
  state.house.operator += amount - share
}

const before = {
  approved: ['requested'],
  sent: ['approved'],
  arrived: ['sent'],
  returned: ['requested', 'approved', 'sent'],
}

function move(state: MoneyState, at: number, to: keyof typeof before): boolean {
  const withdrawal = state.withdrawals.get(at)!
  if (withdrawal.state === to) return true
  if (!before[to].includes(withdrawal.state)) return false
  withdrawal.state = to
  const own = state.members[withdrawal.who]!
  if (to === 'arrived' || to === 'returned') own.withdrawing -= withdrawal.amount
  if (to === 'returned') own.income += withdrawal.amount
  if (to !== 'arrived') return true
  state.house.operator += withdrawal.fee
  state.house.world += withdrawal.amount - withdrawal.fee
  return true
}

function isNew({ counted }: MoneyState, name: string): boolean {
  if (counted.has(name)) return false
  counted.add(name)
  return true
}

function came({ house }: MoneyState, amount: number): number {
  house.world -= amount
  return amount
}
