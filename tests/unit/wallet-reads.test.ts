import { describe, expect, it } from 'vitest'
import { calls } from '#protocol/calls.ts'
import type { Call } from '#protocol/call.ts'
import { billWallets, walletReads, type BillWallet } from '#protocol/wallet-reads.ts'

// What a command invalidates names every read that shows a figure it moves: no screen shows two balances at once.

const all: Call[] = Object.values(calls)
const shown: Readonly<Record<string, readonly BillWallet[]>> = walletReads

/** What the fields of answers are called that say how much is in a wallet. */
const figures: Readonly<Record<string, BillWallet>> = {
  recharge: 'recharge',
  income: 'income',
  incomeBalance: 'income',
  timeDeposit: 'deposit',
  principal: 'deposit',
  pending: 'pending',
  pendingIncome: 'pending',
  claimedAt: 'pending',
  toTransfer: 'pending',
  goldCoins: 'gold',
  luckyBalls: 'lucky',
}

/** Fields of these names that are something else. */
const others: readonly string[] = [
  // The source of one movement, which never changes.
  'capital/streamInfo income',
  // What one invitation brings; its record is invalidated by name.
  'invitation/reward/record goldCoins',
  // Whether messages about income are wanted as pushes.
  'push/choice income',
  'push/choose income',
]

interface Schema {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: Schema[]
  pipe?: Schema[]
}

/** The names of every field in a schema, however deep. */
function namesIn(schema: unknown): string[] {
  const { entries = {}, item, wrapped, options = [], pipe } = schema as Schema
  const deeper = [...Object.values(entries), item, wrapped, ...options, ...(pipe?.slice(1) ?? [])]
  return [...Object.keys(entries), ...deeper.filter((it) => typeof it === 'object').flatMap((it) => namesIn(it))]
}

function figuresOf({ path, answer }: Call): BillWallet[] {
  const found = namesIn(answer).filter((name) => name in figures && !others.includes(`${path} ${name}`))
  return [...new Set(found.map((name) => figures[name]!))]
}

describe('the reads of wallets', () => {
  it('are members’ reads, each of a wallet at least', () => {
    for (const [path, wallets] of Object.entries(shown)) {
      const call = (calls as Record<string, Call>)[path]
      expect({ path, writes: call?.writes, who: call?.who }).toEqual({ path, writes: false, who: 'member' })
      expect(wallets.length).toBeGreaterThan(0)
      expect(billWallets).toEqual(expect.arrayContaining([...wallets]))
    }
  })

  it('are all reads whose answers carry a balance', () => {
    const forgotten = all
      .filter((call) => !call.writes && call.who === 'member')
      .flatMap((call) =>
        figuresOf(call)
          .filter((wallet) => !shown[call.path]?.includes(wallet))
          .map((wallet) => `${call.path} shows ${wallet}`),
      )
    expect(forgotten).toEqual([])
    const balances = all.filter((call) => !call.writes && namesIn(call.answer).includes('balance'))
    expect(balances.map((it) => it.path).filter((path) => !(path in shown))).toEqual([])
  })
})

describe('a call that moves a wallet', () => {
  it('invalidates each read that shows it', () => {
    for (const call of all)
      for (const wallet of call.moves)
        for (const [path, wallets] of Object.entries(shown))
          if (wallets.includes(wallet)) expect(call.invalidates, `${call.path} moves ${wallet}`).toContain(path)
  })

  it('says so, where its answer carries a balance', () => {
    const silent = all
      .filter((call) => call.writes && call.who === 'member')
      .flatMap((call) =>
        figuresOf(call)
          .filter((wallet) => !call.moves.includes(wallet))
          .map((it) => `${call.path} ${it}`),
      )
    expect(silent).toEqual([])
  })

  it('is one of these', () => {
    const moving = all.filter((call) => call.moves.length > 0)
    expect(Object.fromEntries(moving.map((call) => [call.path, call.moves.toSorted().join(' ')]))).toEqual({
      'Profit/withdrawal': 'income',
      'answer/submit': 'gold',
      'capital/deposit/end': 'deposit income recharge',
      'capital/deposit/open': 'deposit income recharge',
      'capital/exchange': 'income recharge',
      'capital/withdrawal/cancel': 'income',
      'g/account/earn/receive': 'gold income pending',
      'g/account/week/receive': 'income',
      'g/contract/confirm/receipt': 'income',
      'g/user/goods/earnings/claim': 'gold income pending',
      'game/box/buy': 'gold lucky',
      'game/box/confirmReceipt': 'gold income lucky',
      'game/sign': 'gold',
      'integral/order/checkout': 'gold lucky',
      'invitation/reward/confirm/receipt': 'gold',
      'lottery/open': 'gold lucky',
      'lottery/receipt': 'gold income lucky',
      'order/cancel': 'gold income lucky recharge',
      'order/hsCardSubmit': 'income recharge',
      'order/prepay': 'gold income lucky recharge',
      'pool/rules/confirm/receipt': 'gold income lucky',
      'redeemCodeRule/use': 'gold income lucky',
    })
  })
})
