import { expect, test } from 'vitest'
import { firstAmount } from '#src/features/wallet/top-up/first-amount.ts'

const offer = { amounts: [2000, 5000, 10_000], minimum: 1000, maximum: 500_000 }

test.each([
  ['nothing is missing', Number.NaN, 5000],
  ['the address has no amount that makes sense', -1, 5000],
  ['less than may be topped up is missing', 1, 1000],
  ['an amount on offer is missing', 2000, 2000],
  ['any other is', 7311, 7311],
  ['more than may be topped up is', 900_000, 500_000],
])('where %s, a top-up begins with what covers it', (_case, missing, amount) => {
  expect(firstAmount(offer, missing)).toBe(amount)
})

test('without amounts on offer it begins with none', () => {
  expect(firstAmount({ ...offer, amounts: [] }, Number.NaN)).toBeUndefined()
})
