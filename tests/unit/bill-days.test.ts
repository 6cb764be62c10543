import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { dayTotals } from '#protocol/wallet.ts'
import { totalOfDay } from '#src/features/wallet/bills/bill-days.ts'
import { daysOf } from '#src/lib/days-of.ts'
import { dayIn } from '#src/lib/dates.ts'

test('each movement has its own day in the zone, wherever days change', () => {
  const zone = 'Asia/Jakarta'
  const instants = [
    '2026-11-21T17:00:00.000Z',
    '2026-11-21T16:59:59.999Z',
    '2026-11-21T16:00:00.000Z',
    '2026-11-20T17:00:00.000Z',
    '2026-11-12T00:00:00.000Z',
    '2026-11-11T23:00:00.000Z',
    '2026-11-11T16:00:00.000Z',
  ]
  for (let count = 0; count <= instants.length; count += 1) {
    const bills = instants.slice(0, count).map((at) => ({ at }))
    expect(daysOf(bills, zone)).toEqual(bills.map(({ at }) => dayIn(zone, Date.parse(at))))
  }
})

test("a day's total is of what the list shows; a claim adds nothing to all wallets together", () => {
  const line = (wallet: string, kind: string, amount: number, currency = 'USD', day = '2026-11-21') => ({
    day,
    wallet,
    kind,
    amount,
    currency,
  })
  const totals = [
    line('pending', 'income', 155),
    line('pending', 'income_claim', -365),
    line('income', 'income_claim', 365),
    line('income', 'withdrawal', -100),
    line('gold', 'sign_reward', 5, 'GOLD'),
    line('lucky', 'gift_points', 2, 'LUCKY'),
    line('income', 'income_claim', 7, 'USD', '2026-11-20'),
  ] as Answer<typeof dayTotals>['items']
  const of = (wallet?: 'income' | 'points' | 'recharge', type?: 'income' | 'withdrawal' | 'points') =>
    totalOfDay(totals, '2026-11-21', { wallet, type }).map((it) => `${it.amount} ${it.currency}`)
  expect(of()).toEqual(['55 USD'])
  expect(of('income')).toEqual(['265 USD'])
  expect(of('income', 'withdrawal')).toEqual(['-100 USD'])
  expect(of('income', 'income')).toEqual(['155 USD'])
  expect(of('points')).toEqual(['5 GOLD', '2 LUCKY'])
  expect(of(undefined, 'points')).toEqual(['5 GOLD', '2 LUCKY'])
  expect(of('recharge')).toEqual([])
})
