import { i18n } from '@lingui/core'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WorkCard } from '#src/features/statistics/work-card.tsx'
import type { QueryLike } from '#src/ui/query-states.tsx'
import type { Work } from '#src/features/statistics/within.ts'
import { markupOf } from '#tests/support/markup.tsx'

const needsConnection = 'You need a connection to see the hours of use.'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => onlineManager.setOnline(true))

/** The work of days that were computed from stored ones: the server alone knows the hours of use. */
function shown(query: Pick<QueryLike<Work>, 'error' | 'fetchStatus'>): string {
  const work: Work = { currency: 'USD', from: '2026-11-20', to: '2026-11-26', points: [], use: null }
  return markupOf(
    <WorkCard
      work={work}
      query={{ data: work, dataUpdatedAt: 0, refetch: () => {}, ...query }}
      firstOwnedOn={undefined}
    />,
  )
}

test('hours of use that are being asked for are loading', () => {
  const asking = shown({ error: null, fetchStatus: 'fetching' })
  expect(asking).toContain('aria-label="Loading"')
  expect(asking).not.toContain(needsConnection)
})

test('where the server fails, the hours of use can be asked for again', async () => {
  const failed = () => shown({ error: new Error('500'), fetchStatus: 'idle' })
  failed()
  await vi.dynamicImportSettled()
  expect(failed()).toContain('Try again')
  expect(failed()).not.toContain(needsConnection)
})

test('without a connection they say that they need one', () => {
  onlineManager.setOnline(false)
  expect(shown({ error: null, fetchStatus: 'paused' })).toContain(needsConnection)
})
