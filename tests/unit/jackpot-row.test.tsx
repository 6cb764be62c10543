import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import type { Jackpot } from '#protocol/games.ts'
import { JackpotRow } from '#src/features/games/jackpot-row.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const jackpot: Jackpot = {
  game: 'wheel',
  gameName: 'Wheel',
  kind: 'gold lottery',
  prize: {
    id: 's',
    name: '$50.00',
    art: 'money',
    type: 0,
    reward: { of: 'money', amount: 5000, currency: 'USD' },
    weight: 1,
    left: null,
    guaranteed: false,
  },
  weights: 100,
  last: null,
}

test.each([null, undefined])('the chance of the highest prize is told while it can be won', (closed) => {
  expect(markupOf(<JackpotRow jackpot={{ ...jackpot, closed }} />)).toMatch(/1%.*in 100/)
})

test('a closed game says so in place of a chance to win', () => {
  const shown = markupOf(<JackpotRow jackpot={{ ...jackpot, closed: 'not funded' }} />)
  expect(shown).toContain('Closed: the operator hasn&#x27;t set aside enough money')
  expect(shown).not.toMatch(/1%|in 100/)
})
