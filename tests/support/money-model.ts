import { interestOf } from '#protocol/deposit-rules.ts'
import type { ResolvedAct } from './money-act.ts'
import { isCommand, isEvent } from './money-act.ts'
import { endDeposit, event, payDebts } from './money-model-events.ts'
import { costOf, day, savingOf, usableBy, weekly, type Holder, type MoneyState } from './money-state.ts'
import { term } from './wallet-history.ts'
import type { Command } from './money-history.ts'

type Of<D extends Command['kind']> = Extract<Command, { kind: D }>

/** Applies an act to the state; returns a command's expected errno, or whether an event must be accepted. */
export function expectedOutcome(state: MoneyState, resolved: ResolvedAct): number | boolean {
  const outcome = isCommand(resolved) ? command(state, resolved) : isEvent(resolved) && event(state, resolved)
  payDebts(state)
  return outcome
}

function command(state: MoneyState, resolved: ResolvedAct<Command>): number {
  const { act, n, at, amount } = resolved
  const own = state.members[act.who] as Holder
  switch (act.kind) {
    case 'buy':
      return buy(state, own, act, resolved)
    case 'cancel':
      return cancel(state, own, at, amount)
    case 'claim': {
      if (own.pending === 0) return 1708
      own.income += own.pending
      own.pending = 0
      return 0
    }
    case 'exchange':
      return take(own, 'income', amount, () => {
        own.recharge += amount
      })
    case 'open': {
      const interest = interestOf(amount, term)
      if (amount < term.minimum) return 1751
      if (interest === 0 || interest > state.house.reserve) return 1760
      return take(own, act.wallet, amount, () => {
        own.deposit += amount
        state.house.reserve -= interest
        state.house.promised += interest
        state.deposits.set(n, {
          who: act.who,
          principal: amount,
          interest,
          wallet: act.wallet,
          maturesAt: state.now + term.days * day,
          isOver: false,
        })
      })
    }
    case 'end': {
      if (state.deposits.get(at)?.isOver !== false) return 1761
      endDeposit(state, at)
      return 0
    }
    case 'withdraw': {
      const fee = Math.max(50, Math.floor(amount / 100))
      if (amount < 1000) return 1751
      return take(own, 'income', amount, () => {
        own.withdrawing += amount
        state.withdrawals.set(n, { who: act.who, amount, fee, state: 'requested' })
      })
    }
    case 'repay': {
      const bill = state.bills.get(at)
      if (!bill || bill.left === 0) return 1728
      if (bill.left !== resolved.left) return 1706
      return take(own, act.wallet, amount, () => {
        bill.left -= amount
        state.house.operator += amount
      })
    }
    case 'redeem':
      return redeem(state, own, act, at)
    case 'receive': {
      if (act.who !== 0) return 1404
      if (state.weeks[at] !== 'ready') return state.weeks[at] === 'received' ? 1708 : 1730
      state.weeks[at] = 'received'
      own.wages -= weekly
      own.income += weekly
      return 0
    }
  }
}

/** Debits a wallet and runs `moved`; errno 1703 where the balance is too low. */
function take(own: Holder, wallet: 'recharge' | 'income', amount: number, moved: () => void): number {
  if (own[wallet] < amount) return 1703
  own[wallet] -= amount
  moved()
  return 0
}

/** Whether a shown price includes the coupon that saves most; several coupons may save as much. */
export function isBestPrice(state: MoneyState, { act, coupon, amount }: ResolvedAct): boolean {
  if (act.kind !== 'buy') return false
  const cost = costOf(state.machines[act.what]!, act.quantity)
  const savings = new Map(usableBy(state, act.who).map(([n, it]) => [n, savingOf(it, cost)]))
  const best = Math.max(0, ...savings.values())
  return amount === cost - best && (coupon === null ? best === 0 : savings.get(coupon) === best)
}

function buy(
  state: MoneyState,
  own: Holder,
  { who, what, quantity, wallet }: Of<'buy'>,
  { n, coupon: wanted, amount }: ResolvedAct,
): number {
  const machine = state.machines[what]!
  const sold = [...state.orders.values()]
    .filter((it) => it.what === what && it.status === 'active')
    .reduce((sum, it) => sum + it.quantity, 0)
  if (sold + quantity > machine.unitsTotal) return 1701
  const coupon = usableBy(state, who).find(([id]) => id === wanted)
  const cost = costOf(machine, quantity)
  const payment = cost - (coupon ? savingOf(coupon[1], cost) : 0)
  if (payment !== amount) return 1706
  return take(own, wallet, payment, () => {
    own.gold += 7 * quantity
    state.house.sales += payment
    if (coupon) coupon[1].isUsed = true
    const expiresAt = state.now + machine.term * day
    state.orders.set(n, {
      who,
      what,
      quantity,
      payment,
      wallet,
      coupon: wanted,
      boughtAt: state.now,
      expiresAt,
      seen: machine.sessions.length,
      paid: 0,
      settledThrough: state.now,
      status: 'active',
    })
  })
}

function cancel(state: MoneyState, own: Holder, at: number, expectedRefund: number): number {
  const order = state.orders.get(at)!
  if (order.status === 'cancelled') return 1709
  if (order.boughtAt + day <= state.now) return 1710
  const refund = order.payment - order.paid * order.quantity
  if (refund < 0 || refund !== expectedRefund) return 1706
  order.status = 'cancelled'
  own[order.wallet] += refund
  own.gold -= Math.min(own.gold, 7 * order.quantity)
  state.house.sales -= refund
  const coupon = order.coupon === null ? undefined : state.coupons.get(order.coupon)
  if (coupon) coupon.isUsed = false
  return 0
}

function redeem(state: MoneyState, own: Holder, { who }: Of<'redeem'>, at: number): number {
  const code = state.codes.get(at)!
  if (code.expiresAt <= state.now || code.by.length >= code.uses || code.by.includes(who)) return 1474
  if (code.amount > state.house.gifts) return 1729
  code.by.push(who)
  state.house.gifts -= code.amount
  own.income += code.amount
  own.gold += code.gold
  return 0
}
