import { i18n } from '@lingui/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { Hours } from '#src/features/news/hours.tsx'
import { deviceZone } from '#src/lib/dates.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('customer service without hours is not said to be closed', () => {
  expect(markupOf(<Hours hours={[]} timeZone="Asia/Jakarta" />)).toBe('')
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00' }]
  expect(markupOf(<Hours hours={always} timeZone="Asia/Jakarta" />)).toContain('Open now')
})

test('hours past midnight name both days by their weekday, hours until midnight only the times', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 12), toFake: ['Date'] })
  const shown = (from: string, until: string) =>
    markupOf(<Hours hours={[{ days: [6], from, until }]} timeZone={deviceZone()} />).replaceAll('\u202f', ' ')
  expect(shown('09:00', '17:30')).toMatch(/>9:00 AM\s–\s5:30 PM</)
  expect(shown('09:00', '00:00')).toMatch(/>9:00 AM – 12:00 AM</)
  const late = shown('22:00', '02:00')
  expect(late).toMatch(/Sat.*10:00 PM\s–\s.*Sun.*2:00 AM/)
  expect(late).not.toContain('2026')
  vi.useRealTimers()
})
