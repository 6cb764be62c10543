import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { EarningsByDay } from '#src/features/products/earnings-by-day.tsx'
import { dayText } from '#src/lib/date-texts.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

// Offline, an answer may be read days after the server gave it.
test('an amount stands at the day that the server named, whatever day the phone believes it is', () => {
  const days = ['2024-02-28', '2024-02-29']
  const shown = markupOf(
    <EarningsByDay
      unit={{
        currency: 'USD',
        activeFrom: '2024-02-01T00:00:00.000Z',
        earnedByDay: days.map((day, at) => ({ day, amount: 100 * (at + 1) })),
      }}
    />,
  )
  for (const day of days) expect(shown).toContain(dayText(day, 'en'))
  expect(shown.indexOf('$1.00')).toBeGreaterThan(shown.indexOf(dayText('2024-02-28', 'en')))
})

test('an answer stored before the days were named shows no chart of invented days', () => {
  const shown = markupOf(<EarningsByDay unit={{ currency: 'USD', activeFrom: '2024-02-01T00:00:00.000Z' }} />)
  expect(shown).not.toMatch(/20\d\d/)
})

test('days before the unit was bought are a gap and no zeros, and the highest day stands at the line of the scale', () => {
  const earnedByDay = ['2024-02-26', '2024-02-27', '2024-02-28', '2024-02-29'].map((day, at) => ({
    day,
    amount: at < 2 ? 0 : 100 * at,
  }))
  const shown = markupOf(
    <EarningsByDay unit={{ currency: 'USD', activeFrom: '2024-02-28T06:00:00.000Z', earnedByDay }} />,
  )
  expect(shown.match(/not yours yet/g)).toHaveLength(2)
  expect(shown).not.toContain('$0.00')
  // The line begins at the third of four points, two thirds of the way.
  expect(shown).toMatch(/d="M213\.3 [\d.]+L320\.0 8\.0"/)
  expect(shown.indexOf('$3.00')).toBeLessThan(shown.indexOf('<svg'))
})
