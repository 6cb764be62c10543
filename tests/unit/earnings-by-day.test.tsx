import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { EarningsByDay } from '#src/features/products/earnings-by-day.tsx'
import { dayText } from '#src/lib/dates.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

// Offline, an answer may be read days after the server gave it.
test('an amount stands at the day that the server named, whatever day the phone believes it is', () => {
  const days = ['2024-02-28', '2024-02-29']
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <EarningsByDay
        unit={{ currency: 'USD', earnedByDay: days.map((day, at) => ({ day, amount: 100 * (at + 1) })) }}
      />
    </I18nProvider>,
  )
  for (const day of days) expect(shown).toContain(dayText(day, 'en'))
  expect(shown.indexOf('$1.00')).toBeGreaterThan(shown.indexOf(dayText('2024-02-28', 'en')))
})

test('an answer stored before the days were named shows no chart of invented days', () => {
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <EarningsByDay unit={{ currency: 'USD' }} />
    </I18nProvider>,
  )
  expect(shown).not.toMatch(/20\d\d/)
})
