import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import type { Reward } from '#protocol/rewards.ts'
import { CouponWorth } from '#src/entities/coupon-worth.tsx'
import { OddsList } from '#src/features/games/odds-list.tsx'
import { aGame, slots } from '#tests/support/a-draw.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const terms = { type: 2, value: 200, currency: 'USD', minimumSpend: 2000, savesAtMost: null, days: 30 } as const
const coupon = (change: object = {}): Reward => ({ of: 'coupon', name: 'Voucher', terms: { ...terms, ...change } })
const textOf = (reward: Reward) => markupOf(<CouponWorth reward={reward} />).replaceAll(/<[^>]*>/g, ' ')

test('says what a coupon takes off, from what price, and how long it holds', () => {
  expect(textOf(coupon())).toMatch(/\$2\.00\s+off one order\s+From\s+\$20\.00\s+within 30 days of claiming/)
  expect(textOf(coupon({ type: 1, value: 1000, minimumSpend: 0, savesAtMost: 500, days: 1 }))).toMatch(
    /10%\s+off one order\s+At most\s+\$5\.00\s+within 1 day of claiming/,
  )
})

test('says nothing of what an older answer doesn’t tell, and of other rewards', () => {
  expect(textOf({ of: 'coupon', name: 'Voucher' })).toBe('')
  expect(textOf({ of: 'gold', amount: 5 })).toBe('')
})

test('stands with the odds, before it is won', () => {
  const [nothing, ...others] = slots
  const game = aGame({ slots: [nothing!, { ...others[0]!, name: 'Paper', reward: coupon() }] })
  expect(markupOf(<OddsList game={game} />)).toContain('within 30 days of claiming')
})
