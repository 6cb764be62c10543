import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { OddsList } from '#src/features/games/odds-list.tsx'
import { slotsOfNext } from '#src/features/games/odds.ts'
import { aGame } from '#tests/support/a-draw.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

// The demo's slots: 700, 200, 90 and 10, the last two guaranteed.
const listsOf = (game: ReturnType<typeof aGame>) =>
  [...markupOf(<OddsList game={game} />).matchAll(/<ul.*?<\/ul>/g)].map(([it]) => it)

test('while the guarantee is due later, the odds are those of the rule', () => {
  const [odds, ...others] = listsOf(aGame({ guarantee: { every: 10, in: 2 } }))
  expect(odds).toMatch(/Nothing.*70%.*5 coins.*20%.*50 coins.*9%.*Big one.*1%/)
  expect(others).toEqual([])
})

test('when it is due, the odds are those of that draw: only the guaranteed slots, and the rest afterwards', () => {
  const game = aGame({ guarantee: { every: 10, in: 1 }, mostAtOnce: 1 })
  const [odds, later] = listsOf(game)
  expect(odds).toMatch(/50 coins.*90%.*Big one.*10%/)
  expect(odds).not.toMatch(/Nothing|5 coins.*20%/)
  expect(later).toMatch(/Nothing.*70%.*Big one.*1%/)
  expect(slotsOfNext(game).map((it) => it.weight)).toEqual([0, 0, 90, 10])
  expect(markupOf(<OddsList game={game} />)).toMatch(/Your next draw.*The draws after it/)
})

test('of several draws at once it is the first', () => {
  const shown = markupOf(<OddsList game={aGame({ guarantee: { every: 10, in: 1 }, mostAtOnce: 5 })} />)
  expect(shown).toMatch(/The first of your next draws.*The draws after it/)
})
