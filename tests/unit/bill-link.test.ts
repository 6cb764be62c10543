import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import type { Bill } from '#protocol/wallet.ts'
import { BillLink, hasSource } from '#src/features/wallet/bills/bill-link.tsx'

const [order, unit, withdrawal] = ['1', '2', '3'].map((it) => `00000000-0000-4000-8000-00000000000${it}`) as [
  string,
  string,
  string,
]
const bill = (of: Partial<Bill>): Bill => ({
  id: 'x',
  wallet: 'income',
  kind: 'income',
  at: '2026-11-20T06:00:00.000Z',
  amount: 1,
  currency: 'USD',
  subject: null,
  orderId: null,
  unitId: null,
  ...of,
})

test.each<[string, Partial<Bill>, object | null]>([
  ['income, to its unit', { unitId: unit }, { to: '/subPages/product/myProductDetail', search: { id: unit } }],
  ['income of several units, to the units', { units: 3 }, { to: '/subPages/product/myProduct' }],
  [
    'a purchase, to its order',
    { kind: 'purchase', orderId: order },
    { to: '/pages/my/productOrderList', search: { order } },
  ],
  [
    'a withdrawal, to it',
    { kind: 'withdrawal', withdrawalId: withdrawal },
    { to: '/subPages/withdraw/index', search: { id: withdrawal } },
  ],
  [
    'a withdrawal that came back, to it',
    { kind: 'withdrawal_return', withdrawalId: withdrawal },
    { to: '/subPages/withdraw/index', search: { id: withdrawal } },
  ],
  [
    'a draw, to its check',
    { kind: 'points_spent', drawId: order },
    { to: '/subPages/box/check', search: { id: order } },
  ],
  [
    'a prize, to the check of its draw',
    { kind: 'prize', drawId: order },
    { to: '/subPages/box/check', search: { id: order } },
  ],
  ['a share of the pool, to the pool', { kind: 'prize' }, { to: '/subPages/jackpot/index2' }],
  ['a check-in, to where one checks in', { kind: 'sign_reward' }, { to: '/pages/my/checkIn' }],
  ['a level reached, to the levels', { kind: 'level_bonus' }, { to: '/pages/my/equity' }],
  ['a withdrawal that was kept before bills named it, nowhere', { kind: 'withdrawal' }, null],
  ['a top-up, nowhere', { kind: 'topup' }, null],
])('the way from the bill of %s', (_name, of, wanted) => {
  const link = BillLink({ bill: bill(of) }) as ReactElement<object> | undefined
  expect(hasSource(bill(of))).toBe(wanted !== null)
  if (wanted === null) expect(link).toBeUndefined()
  else expect(link?.props).toMatchObject(wanted)
})

test('what left a wallet went somewhere, what came in came from somewhere', () => {
  const words = (amount: number) =>
    (
      BillLink({ bill: bill({ kind: 'purchase', orderId: order, amount }) }) as ReactElement<{
        children: ReactElement<{ message: string }>
      }>
    ).props.children.props.message
  expect([words(-500), words(500)]).toEqual(['See where it went', 'See where it came from'])
})
