import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { EarningsByDay } from '#src/features/products/earnings-by-day.tsx'
import { RevenueChart } from '#src/features/products/revenue-chart.tsx'
import { IncomeCard } from '#src/features/statistics/income-card.tsx'
import { UnitSparkline } from '#src/entities/unit-words.tsx'
import { dayText } from '#src/lib/date-texts.ts'
import { Sparkline } from '#src/ui/sparkline.tsx'
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

/** Where the line of a chart of three days begins: at its second day, half of the way. */
const fromTheSecondDay = /d="M160\.0 [\d.]+L320\.0 [\d.]+"/
const threeDays = ['2024-02-27', '2024-02-28', '2024-02-29']
const activeFrom = '2024-02-28T06:00:00.000Z'

test('the small line of a list begins where the unit was bought', () => {
  const earnedByDay = threeDays.map((day, at) => ({ day, amount: at * 100 }))
  expect(markupOf(<UnitSparkline unit={{ currency: 'USD', activeFrom, earnedByDay }} />)).toMatch(fromTheSecondDay)
  expect(markupOf(<Sparkline values={[null, 0, 1]} label="Days" />)).toMatch(fromTheSecondDay)
})

test('what was paid by day is empty before the member owned a machine, and zero on a day without income after it', () => {
  const shown = markupOf(
    <IncomeCard
      earnings={{
        currency: 'USD',
        from: '2024-02-27',
        to: '2024-02-29',
        today: '2024-03-05',
        firstOwnedOn: '2024-02-28',
        total: 200,
        totalBefore: null,
        days: threeDays.map((day, at) => ({ day, amount: at === 2 ? 200 : 0 })),
        products: [],
      }}
    />,
  )
  expect(shown).toMatch(fromTheSecondDay)
  expect(shown.match(/not yours yet/g)).toHaveLength(1)
  expect(shown.match(/\$0\.00/g)).toHaveLength(1)
})

test('revenue of a machine can be read by the keyboard, has its scale, and is empty before its first day', () => {
  const history = threeDays.map((day, at) => ({ day, revenue: 1000 * (at + 1), perUnit: 10 * (at + 1) }))
  const shown = markupOf(<RevenueChart history={history} currency="USD" />)
  expect(shown).toContain('role="slider"')
  expect(shown.indexOf('$30.00')).toBeLessThan(shown.indexOf('<svg'))
  expect(shown.match(/not in service yet/g)).toHaveLength(27)
  expect(shown).toContain(dayText('2024-01-31', 'en'))
  expect(shown).not.toContain('$0.00')
})
