import type { ResolvedAct } from './money-act.ts'
import type { Event } from './money-history.ts'
import { day, earnedBy, hour, minute, weekly, type MoneyState } from './money-state.ts'

/** Applies an event to the state; returns whether the server must accept it. */
export function event(state: MoneyState, { act, n, at, to, amount, externalId, of }: ResolvedAct<Event>): boolean {
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
    case 'take trip back':
      return takeTripBack(state, of, externalId)
    case 'trip': {
      if (isNew(state, `trip ${externalId}`)) bookTrip(state, act, externalId)
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
  state.settledAt = state.now
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
    const paidOfIncome = Math.min(own.income, own.incomeOwed)
    own.income -= paidOfIncome
    own.incomeOwed -= paidOfIncome
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
function settle({ now, settledAt, members, machines }: MoneyState, order: Order): void {
  const machine = machines[order.what]!
  const isOver = order.expiresAt <= Math.floor((now - minute) / hour) * hour
  const length = machine.settlementType === 0 ? day : machine.settlementType === 2 ? hour : Infinity
  const lastEnd = Math.floor(now / length) * length
  // A period is settled once: what comes in late for it waits for the next one.
  const through = isOver ? Infinity : length < Infinity && lastEnd > settledAt ? lastEnd : 0
  const earned = Math.max(order.paid, earnedBy(machine, order, Math.min(order.expiresAt, through)))
  const amount = (earned - order.paid) * order.quantity
  members[order.who]!.pending += amount
  machine.balance -= amount
  if (earned > order.paid && !isOver) order.settledThrough = firstEnd(earned)
  order.paid = earned
  if (isOver) order.status = 'expired'

  /** The end of the first period since the jobs last ran that had all of it to pay. */
  function firstEnd(all: number): number {
    let end = Math.floor(Math.max(settledAt, order.boughtAt) / length) * length + length
    while (earnedBy(machine, order, Math.min(order.expiresAt, end)) < all) end += length
    return Math.min(order.expiresAt, end)
  }
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

/**
 * A trip counts for nothing any more. What units were paid of it leaves the income wallet as far as it is there; the
 * rest is owed. Of a cancelled order, whose refund was less by it, it is refunded first.
 */
function takeTripBack(state: MoneyState, externalId: string, reference: string): boolean {
  const taken = state.trips.get(externalId)
  if (!taken) return false
  if (taken.back !== null) return taken.back === reference
  taken.back = reference
  const machine = state.machines[taken.what]!
  const session = machine.sessions[taken.session]!
  machine.balance -= session.share
  state.house.operator -= taken.amount - session.share
  state.house.world += taken.amount
  session.share = 0
  const toTake = new Map<number, number>()
  for (const order of state.orders.values()) {
    if (order.what !== taken.what) continue
    const until = order.status === 'cancelled' ? order.settledThrough : order.expiresAt
    const over = Math.max(0, order.paid - earnedBy(machine, order, until))
    order.paid -= over
    const amount = over * order.quantity
    toTake.set(order.who, (toTake.get(order.who) ?? 0) + amount)
    if (order.status !== 'cancelled') continue
    state.members[order.who]![order.wallet] += amount
    state.house.sales -= amount
  }
  payDebts(state)
  for (const [who, amount] of toTake) {
    const own = state.members[who]!
    const there = Math.min(own.income, amount)
    own.income -= there
    own.incomeOwed += amount - there
    machine.balance += amount
  }
  return true
}

function bookTrip(
  state: MoneyState,
  { what, amount, lateHours }: Extract<Event, { kind: 'trip' }>,
  externalId: string,
): void {
  const machine = state.machines[what]!
  state.trips.set(externalId, { what, session: machine.sessions.length, amount, back: null })
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
