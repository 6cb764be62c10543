import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { Level } from '#protocol/levels.ts'
import { LevelCard } from '#src/features/levels/level-card.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const level = {
  level: 2,
  name: 'Silver',
  growthNeeded: 50,
  rechargeNeeded: 10_000,
  teamSizeNeeded: 3,
  withdrawalDiscountBp: 0,
  upgradeBonusPoints: 0,
  salaryRewardBp: 0,
  taxRateBp: 0,
} as Level
const next = { level: 2, name: 'Silver' }

const shown = (of: Partial<Level>, lacks?: { rechargeNeeded: number; teamSizeNeeded: number }) =>
  markupOf(
    <LevelCard
      level={{ ...level, ...of }}
      own={1}
      growth={50}
      lacks={lacks && { next, growthNeeded: 0, ...lacks }}
      currency="USD"
    />,
  ).replaceAll(/<[^>]+>/g, '')

test('beside the bar of growth stand the other conditions of the next level that are not met', () => {
  expect(shown({}, { rechargeNeeded: 4000, teamSizeNeeded: 0 })).toContain('Also needed: $100.00 topped up in total')
  expect(shown({}, { rechargeNeeded: 4000, teamSizeNeeded: 1 })).toContain('in total and a team of 3 people')
  expect(shown({}, { rechargeNeeded: 0, teamSizeNeeded: 0 })).not.toContain('Also needed')
  expect(shown({ rechargeNeeded: 0, teamSizeNeeded: 0 })).not.toContain('Also needed')
  expect(shown({ level: 3 })).not.toContain('Also needed')
})
