import { describe, expect, test } from 'vitest'
import { meaningOf, partsOf, typesOf, type BillType, type WalletName } from '#protocol/bill-types.ts'
import type { Bill } from '#protocol/wallet.ts'
import { billTypes, walletNames } from '#protocol/words.ts'
import { walletOf } from '#server/ledger/wallets.ts'
import { fits } from '#src/features/wallet/bills/bill-types.ts'
import { rowsUnder } from '#tests/support/paper-tables.ts'

/**
 * Every kind in every wallet that a transfer rule lets it make a bill in; the table is what the migrations make. The
 * bill of what is given up with an account has no reader.
 */
const possible = rowsUnder('docs/ledger.md', 'Transfer rules')
  .filter(([kind]) => kind !== 'given_up')
  .flatMap(([kind, ...codes]) =>
    codes.slice(0, 2).flatMap((code) => {
      const wallet = walletOf(code)
      return wallet === undefined ? [] : [{ kind: kind as Bill['kind'], wallet }]
    }),
  )
const billOf = (it: (typeof possible)[number]): Bill => ({
  id: 'bill',
  at: '2026-01-20T00:30:00.000Z',
  amount: 1,
  currency: 'USD',
  subject: null,
  orderId: null,
  unitId: null,
  ...it,
})
/** A summary isn't told bill by bill, so it finds none. */
const singly = (types: readonly BillType[]) => types.filter((it) => it !== 'vehicle' && it !== 'pile')
const without = (wallet: WalletName | undefined, types: readonly BillType[]) =>
  possible
    .filter((it) => (wallet === undefined ? it.wallet !== 'pending' : partsOf[wallet].includes(it.wallet)))
    .filter((it) => !singly(types).some((type) => fits(billOf(it), wallet, type)))
    .map((it) => `${it.wallet} ${it.kind}`)

describe('the types of bills', () => {
  test('the transfer rules make bills in every wallet', () => {
    expect(new Set(possible.map((it) => it.wallet)).size).toBe(6)
    expect(possible.length).toBeGreaterThan(30)
  })

  test.each([undefined, ...walletNames])('of %s leave no bill that can be there without one', (wallet) => {
    // All bills of the time deposit are of one type, so there is nothing to choose.
    const types = wallet === 'time-deposit' ? (['deposit'] as const) : typesOf(wallet)
    expect(without(wallet, types)).toEqual([])
  })

  test.each(walletNames)('of %s each find a bill that can be there', (wallet) => {
    const found = (type: BillType) => possible.some((it) => fits(billOf(it), wallet, type))
    expect(typesOf(wallet).filter((type) => !found(type))).toEqual([])
  })

  test('name only kinds that a wallet of theirs can have', () => {
    const isPossible = (kind: string, wallets: readonly string[] | undefined) =>
      possible.some((it) => it.kind === kind && (wallets === undefined || wallets.includes(it.wallet)))
    const impossible = billTypes.flatMap((type) => {
      const { wallets, kinds = [] } = meaningOf[type]
      return kinds.filter((kind) => !isPossible(kind, wallets)).map((kind) => `${type} ${kind}`)
    })
    expect(impossible).toEqual([])
  })

  test('a wallet that lacks a type is told', () => {
    expect(
      without(
        'income',
        typesOf('income').filter((it) => it !== 'salary'),
      ),
    ).toEqual(['income salary'])
  })
})
