import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { UnitDetail } from '#protocol/products.ts'
import { CancelTerms } from '#src/features/products/cancel-dialog.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const cancellation: UnitDetail['cancellation'] = {
  paid: 1000,
  earned: 0,
  refund: 1000,
  giftPoints: 0,
  hasCoupon: false,
}
const [growth, coins, coupon] = ['counts as growth', 'Gift points', 'coupon']

test('who cancels reads that growth goes, where the order had income, and only what applies to it', () => {
  const plain = markupOf(<CancelTerms cancellation={cancellation} />)
  for (const it of [growth, coins, coupon]) expect(plain).not.toContain(it)
  const earned = markupOf(<CancelTerms cancellation={{ ...cancellation, earned: 200 }} />)
  expect(earned).toContain(growth)
  for (const it of [coins, coupon]) expect(earned).not.toContain(it)
})

test('what is not known yet is told, in case it applies', () => {
  const unknown = markupOf(<CancelTerms cancellation={undefined} />)
  for (const it of [growth, coins, coupon]) expect(unknown).toContain(it)
})
