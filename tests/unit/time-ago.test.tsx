import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMessageTime, useTimeAgo } from '#src/entities/use-time-ago.ts'
import { markupOf } from '#tests/support/markup.tsx'

const now = Date.parse('2026-11-20T06:00:00Z')
const second = 1000
const minute = 60 * second

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function Ago({ past }: { past: number }) {
  return useTimeAgo()(new Date(now - past).toISOString())
}

function OfMessage({ past }: { past: number }) {
  return useMessageTime()(new Date(now - past).toISOString())
}

test('what has happened is said to be so "just now", as specification 9 has it', () => {
  expect(markupOf(<Ago past={5 * minute - 1} />)).toBe('just now')
  expect(markupOf(<Ago past={5 * minute} />)).toBe('5 minutes ago')
  expect(markupOf(<OfMessage past={minute - 1} />)).toBe('just now')
  expect(markupOf(<OfMessage past={minute} />)).toBe('1 minute ago')
})
