import { interestOf } from '#protocol/deposit-rules.ts'
import { day, price, term, unitsTotal, type Command, type Event, type Step } from './wallet-history.ts'

/** A member in the model: balances in minor units, and units of the machine. `accrued` is earned and not settled. */
interface Holder {
  recharge: number
  income: number
  pending: number
  deposit: number
  accrued: number
  units: number
}
interface Deposit {
  who: number
  principal: number
  interest: number
  from: 'recharge' | 'income'
  maturesAt: number
  ended: boolean
}

/** A model of the wallets that computes with plain numbers, independent of the server. */
export class WalletModel {
  readonly members: Holder[] = [0, 1].map(() => ({
    recharge: 5000,
    income: 0,
    pending: 0,
    deposit: 0,
    accrued: 0,
    units: 0,
  }))
  reserve: number
  operator: number
  /** Money that came from external accounts. */
  cameIn = 10_000
  #deposits: Deposit[] = []
  #counted = new Set<string>()
  #now: number

  constructor(now: number, house: { reserve: number; operator: number }) {
    this.#now = now
    this.reserve = house.reserve
    this.operator = house.operator
  }

  /** Applies a command to the model and returns its expected errno; null where nothing is sent. */
  command({ who, command: it }: Extract<Step, { command: Command }>): number | null {
    const own = this.members[who] as Holder
    switch (it.kind) {
      case 'buy': {
        const stock = unitsTotal - this.members.reduce((sum, member) => sum + member.units, 0)
        if (stock < it.quantity) return 1701
        if (own[it.wallet] < it.quantity * price) return 1703
        own[it.wallet] -= it.quantity * price
        own.units += it.quantity
        return 0
      }
      case 'claim':
      case 'receive': {
        if (it.kind === 'claim' && own.pending === 0) return 1708
        own.income += own.pending
        own.pending = 0
        return 0
      }
      case 'exchange': {
        if (own.income < it.amount) return 1703
        own.income -= it.amount
        own.recharge += it.amount
        return 0
      }
      case 'open':
        return this.#open(own, who, it)
      case 'end':
        return this.#end(who, it.which)
    }
  }

  /** Applies an event to the model; returns whether the server must accept it. */
  event(it: Event): boolean {
    switch (it.kind) {
      case 'top up': {
        if (this.#isNew(`top up ${it.who} ${it.id} ${it.amount}`))
          (this.members[it.who] as Holder).recharge += this.#came(it.amount)
        return true
      }
      case 'trip': {
        if (!this.#isNew(`trip ${it.id} ${it.perUnit} ${this.#now}`)) return true
        this.#came(it.perUnit * unitsTotal)
        for (const member of this.members) member.accrued += member.units * it.perUnit
        return true
      }
      case 'capital': {
        this.operator += this.#came(it.amount)
        return true
      }
      case 'fund': {
        if (this.operator < it.amount) return false
        this.operator -= it.amount
        this.reserve += it.amount
        return true
      }
      case 'mature': {
        for (const deposit of this.#deposits)
          if (!deposit.ended && deposit.maturesAt <= this.#now) this.#payBack(deposit, true)
        return true
      }
      case 'day': {
        this.#now += day
        for (const member of this.members) {
          member.pending += member.accrued
          member.accrued = 0
        }
        this.#now += 1
        return true
      }
    }
  }

  #open(own: Holder, who: number, { amount, from }: Extract<Command, { kind: 'open' }>): number {
    const interest = interestOf(amount, term)
    if (amount < term.minimum) return 1751
    if (interest === 0 || this.reserve < interest) return 1760
    if (own[from] < amount) return 1703
    own[from] -= amount
    own.deposit += amount
    this.reserve -= interest
    this.#deposits.push({
      who,
      principal: amount,
      interest,
      from,
      maturesAt: this.#now + term.days * day,
      ended: false,
    })
    return 0
  }

  #end(who: number, which: number): number | null {
    const deposit = this.#deposits[which]
    if (!deposit) return null
    if (deposit.who !== who) return 1404
    if (deposit.ended) return 1761
    this.#payBack(deposit, deposit.maturesAt <= this.#now)
    return 0
  }

  #payBack(deposit: Deposit, isMature: boolean): void {
    const own = this.members[deposit.who] as Holder
    deposit.ended = true
    own.deposit -= deposit.principal
    own[deposit.from] += deposit.principal
    if (isMature) own.income += deposit.interest
    else this.reserve += deposit.interest
  }

  #isNew(key: string): boolean {
    if (this.#counted.has(key)) return false
    this.#counted.add(key)
    return true
  }

  #came(amount: number): number {
    this.cameIn += amount
    return amount
  }
}
