import { i18n } from '@lingui/core'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { earningsStats } from '#protocol/statistics.ts'
import { readOf } from '#src/cache/read-of.ts'
import { ProductIncome } from '#src/features/statistics/product-income.tsx'
import { useEarnings } from '#src/features/statistics/queries.ts'
import { setServerAhead } from '#src/lib/server-clock.ts'
import { addDays } from '#src/lib/days.ts'
import { Failure } from '#src/ui/failure.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const productId = '00000000-0000-4000-8000-000000000000'
const answered = Date.parse('2026-11-26T12:00:00.000Z')
const hour = 3_600_000

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  setServerAhead(0)
  onlineManager.setOnline(true)
})

type Range = 'today' | 'last 7 days'

/** The income of a span that the server answered on 26 November, some hours later and without a network. */
function shown(range: Range, hours: number, card = <ProductIncome productId={productId} span={range} />): string {
  vi.setSystemTime(answered + hours * hour)
  const [to, from] = ['2026-11-26', range === 'today' ? '2026-11-26' : '2026-11-20']
  const answer = {
    currency: 'USD',
    from,
    to,
    today: to,
    total: 1234,
    totalBefore: 0,
    days: Array.from({ length: range === 'today' ? 1 : 7 }, (_, at) => ({ day: addDays(from, at), amount: 0 })),
    products: [],
  }
  const client = new QueryClient()
  client.setQueryData(readOf(earningsStats, { range, productId }).queryKey, answer, { updatedAt: answered })
  return markupOf(card, { client })
}

test("while the day lasts, its stored income is shown as today's", () => {
  expect(shown('today', 1)).toContain('$12.34')
  expect(shown('today', 1)).toContain('Today isn&#x27;t over yet')
})

test('a wrong clock hides nothing, as it says when the answer came and what day it is now', () => {
  setServerAhead(-24 * hour)
  expect(shown('today', 1)).toContain('$12.34')
})

test("after midnight yesterday's income is not today's", () => {
  expect(shown('today', 24)).not.toMatch(/\$12\.34|Today isn/)
})

test("without a network it is said that what is stored is an earlier day's, not that nothing is", () => {
  const Earlier = ({ span }: { span: Range }) => <>{useEarnings(span, { productId }).earlier ?? 'none'}</>
  expect(shown('today', 1, <Earlier span="today" />)).toBe('none')
  expect(shown('today', 24, <Earlier span="today" />)).toMatch(/from an earlier day.*As of Nov 26/)
  const failure = (earlier?: ReactNode) =>
    markupOf(<Failure error={null} earlier={earlier} onRetry={() => {}} isRetrying={false} />)
  onlineManager.setOnline(false)
  vi.setSystemTime(answered + 24 * hour)
  expect(failure('Saved the day before')).toContain('Saved the day before')
  expect(failure('Saved the day before')).not.toContain('Nothing of this page is saved')
  expect(failure()).toContain('Nothing of this page is saved')
})

test('after midnight a week that was stored is still shown, with the days that it is of, all of which are over', () => {
  expect(shown('last 7 days', 1)).toContain('Today isn')
  expect(shown('last 7 days', 24)).toMatch(/Nov 20.{1,3}26, 2026.*\$12\.34/)
  expect(shown('last 7 days', 24)).not.toContain('Today isn')
})
