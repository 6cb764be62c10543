import { describe, expect, test } from 'vitest'
import { typesOf, type BillType, type WalletName } from '#protocol/bill-types.ts'
import type { Bill } from '#protocol/wallet.ts'
import { billTypes, walletNames } from '#protocol/words.ts'
import { spanIn, spanText } from '#src/entities/day-span.ts'
import { goesFurther, shownBills } from '#src/features/wallet/bills/shown-bills.ts'
import { finder } from '#src/lib/find.ts'

const zone = 'Asia/Jakarta'
const now = Date.parse('2026-01-20T01:00:00Z')
const bill = (id: string, at: string, wallet: Bill['wallet'] = 'income'): Bill => ({
  id,
  at,
  wallet,
  kind: 'income',
  amount: 1,
  currency: 'USD',
  subject: null,
  orderId: null,
  unitId: null,
})

const bills = [
  bill('today', '2026-01-20T00:30:00.000Z'),
  bill("first minute of the member's day", '2026-01-19T17:00:00.000Z'),
  bill('yesterday', '2026-01-19T16:59:59.999Z'),
  bill('six days ago', '2026-01-14T05:00:00.000Z'),
  bill('a week ago', '2026-01-13T05:00:00.000Z'),
  bill('long ago', '2025-11-01T05:00:00.000Z'),
  bill('coins', '2026-01-20T00:30:00.000Z', 'gold'),
  bill('not yet mine', '2026-01-20T00:30:00.000Z', 'pending'),
]

const ids = (shown: Bill[]) => shown.map((it) => it.id)

describe('the movements of a wallet', () => {
  test.each([
    ['today', ['today', "first minute of the member's day"]],
    ['yesterday', ['yesterday']],
    ['last 7 days', ['today', "first minute of the member's day", 'yesterday', 'six days ago']],
    ['last 30 days', ['today', "first minute of the member's day", 'yesterday', 'six days ago', 'a week ago']],
    [undefined, ['today', "first minute of the member's day", 'yesterday', 'six days ago', 'a week ago', 'long ago']],
  ] as const)("of %s are those of the member's own days", (range, wanted) => {
    expect(ids(shownBills(bills, { wallet: 'income', span: range }, zone, now))).toEqual(wanted)
  })

  test('of points are coins and balls', () => {
    expect(ids(shownBills(bills, { wallet: 'points' }, zone, now))).toEqual(['coins'])
  })

  test("of days of one's own are those, both included", () => {
    expect(
      ids(shownBills(bills, { wallet: 'income', span: { from: '2026-01-13', to: '2026-01-14' } }, zone, now)),
    ).toEqual(['six days ago', 'a week ago'])
  })

  test('of all wallets are those of each, with what waits but not its far side', () => {
    const claim = { ...bill('claimed', '2026-01-20T00:40:00.000Z', 'pending'), kind: 'income_claim' as const }
    expect(ids(shownBills([claim, ...bills], { span: 'today' }, zone, now))).toEqual([
      'today',
      "first minute of the member's day",
      'coins',
      'not yet mine',
    ])
  })

  test('may lie below the oldest known only while that one is inside the span', () => {
    expect(goesFurther(bills[0], 'last 7 days', zone, now)).toBe(true)
    expect(goesFurther(bills[5], 'last 7 days', zone, now)).toBe(false)
    expect(goesFurther(bills[5], undefined, zone, now)).toBe(true)
    expect(goesFurther(undefined, 'today', zone, now)).toBe(true)
  })
})

describe('the types of bills', () => {
  const kinds = [
    'topup',
    'purchase',
    'refund',
    'income',
    'income_claim',
    'withdrawal',
    'withdrawal_return',
    'exchange',
    'deposit',
    'deposit_return',
    'deposit_interest',
    'quiz_reward',
    'prize',
    'gift_points',
  ] as const
  const wallets = ['recharge', 'income', 'pending', 'deposit', 'gold', 'lucky'] as const
  const every = wallets.flatMap((wallet) =>
    kinds.map((kind) => ({ ...bill(`${wallet} ${kind}`, '2026-01-20T00:30:00.000Z', wallet), kind })),
  )
  const of = (type: BillType, wallet?: WalletName) => ids(shownBills(every, { type, wallet }, zone, now))

  test.each([
    ['income', ['pending income']],
    ['transfer', ['income income_claim']],
    ['recharge', ['recharge topup']],
  ] as const)('%s', (type, wanted) => expect(of(type)).toEqual(wanted))

  test('those that touch several wallets are narrowed by one', () => {
    expect(of('exchange')).toEqual(expect.arrayContaining(['recharge exchange', 'income exchange']))
    expect(of('exchange', 'recharge')).toEqual(['recharge exchange'])
    expect(of('deposit', 'income')).toEqual(['income deposit', 'income deposit_return', 'income deposit_interest'])
    expect(of('prize', 'income')).toEqual(['income prize'])
    expect(of('prize', 'points')).toEqual(['gold prize', 'lucky prize'])
    expect(of('points')).toHaveLength(2 * kinds.length)
  })

  test('every one is offered for some wallet and for all of them', () => {
    for (const type of billTypes) expect(typesOf(undefined)).toContain(type)
    for (const wallet of walletNames) for (const type of typesOf(wallet)) expect(billTypes).toContain(type)
  })
})

describe('a span in an address', () => {
  test.each([
    ['last 7 days', 'last 7 days'],
    ['2026-01-01..2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
  ] as const)('%s is read and written back', (text, span) => {
    expect(spanIn(text)).toEqual(span)
    expect(spanText(spanIn(text))).toBe(text)
  })

  test.each([
    '',
    'last 8 days',
    '2026-01-31..2026-01-01',
    '2026-02-31..2026-03-01',
    '2026-01-01',
    '2026-01-01..2026-01-02..2026-01-03',
  ])('%s is none', (text) => expect(spanIn(text)).toBeUndefined())
})

test('a list is searched by words, whatever their case, accents and order; an entry that is replaced is looked at anew', () => {
  const find = finder<{ name: string; note: string | null }>((it) => [it.name, it.note])
  const van = { name: 'Kurír Van', note: 'settled' }
  const list = [van, { name: 'Bajaj', note: null }]
  expect(find(list, 'VAN kurir')).toEqual([van])
  expect(find(list, 'van bajaj')).toEqual([])
  expect(find(list, '  ')).toBe(list)
  const changed = { ...van, name: 'Bus' }
  expect(find([changed], 'bus')).toEqual([changed])
})
