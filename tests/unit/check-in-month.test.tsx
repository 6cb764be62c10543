import { i18n } from '@lingui/core'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CheckInMonth } from '#src/features/rewards/check-in-month.tsx'
import { monthOf, streak } from '#src/features/rewards/queries.ts'
import type { SignState } from '#src/features/rewards/use-sign-state.ts'
import { markupOf } from '#tests/support/markup.tsx'

const answered = Date.parse('2026-11-30T12:00:00.000Z')

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers({ now: answered + 24 * 3_600_000 })
  onlineManager.setOnline(false)
})
afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

/** The calendar on 1 December without a network, on a device that heard of the streak on some day. */
function shownOn1December(today: string): string {
  const client = new QueryClient()
  const numbers = { streak: 1, total: 1, signedToday: true, today, goldCoins: 5, nextPoints: 5 }
  client.setQueryData(streak.queryKey, numbers, { updatedAt: answered })
  client.setQueryData(
    monthOf('2026-11').queryKey,
    { month: '2026-11', today, days: [{ day: '2026-11-30', points: 5 }], scale: [5] },
    { updatedAt: answered },
  )
  const sign: SignState = {
    today: '2026-12-01',
    stands: 'open',
    saved: new Set(['2026-12-01']),
    last: undefined,
    streak: undefined,
    hasSigned: true,
  }
  return markupOf(<CheckInMonth sign={sign} />, { client })
}

test('a month that began since the server was last heard has no confirmed check-in yet, and shows the saved ones', () => {
  expect(shownOn1December('2026-11-30')).toMatch(/December 2026.*saved on this device/)
  expect(shownOn1December('2026-11-30')).not.toContain('checked in')
})

test('of a month that the server knew more of, nothing is made up', () => {
  expect(shownOn1December('2026-12-01')).not.toContain('December 2026')
})
