import { i18n } from '@lingui/core'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { InfiniteList } from '#src/ui/infinite-list.tsx'
import { SectionStates } from '#src/ui/section-states.tsx'
import { StaleLine } from '#src/ui/stale-line.tsx'
import * as online from '#src/ui/use-online.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

vi.mock('#src/ui/use-online.ts', () => ({ useOnline: vi.fn<() => boolean>(() => true) }))

const textOf = (it: Parameters<typeof markupOf>[0]) =>
  markupOf(it)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
const shown = (error: unknown) => textOf(<StaleLine at={0} error={error} onRetry={() => {}} />)

test("what is kept says why it could not be refreshed: the server's sentence, and the number of a failed status", () => {
  const refused = new ApiError('rejected', 'Too many requests.', { errno: 429, http: 429 })
  expect(shown(refused)).toMatch(/Too many requests\. \(HTTP 429\).*Couldn't refresh\. Try again/)
  expect(shown(new ApiError('rejected', 'Not allowed.', { errno: 1, http: 200 }))).toMatch(/Not allowed\.\s/)
  expect(shown(new ApiError('notOurs', '', { http: 502 }))).toMatch(/\(HTTP 502\).*Couldn't refresh/)
})

test('a line that broke needs no more words than the way to try again', () => {
  for (const error of [new ApiError('network', ''), new ApiError('timeout', ''), new Error('a bug')])
    expect(shown(error).trim()).toBe("Couldn't refresh. Try again")
  expect(shown(null)).not.toContain('Try again')
})

test('so does the line in the place of a section', () => {
  const section = (error: unknown, fetchStatus: 'idle' | 'paused' = 'idle') => {
    const query = { data: undefined, error, fetchStatus, dataUpdatedAt: 0, refetch: () => {} }
    return textOf(<SectionStates query={query}>{() => null}</SectionStates>)
  }
  expect(section(new ApiError('notOurs', '', { http: 502 }))).toMatch(/couldn't be loaded.*\(HTTP 502\).*Try again/)
  expect(section(new ApiError('timeout', ''))).not.toContain('minute')
  vi.mocked(online.useOnline).mockReturnValueOnce(false)
  expect(section(null, 'paused')).toMatch(/couldn't be loaded.*You're offline.*Try again/)
})

test('and the end of a list whose next page failed', () => {
  vi.stubGlobal('location', { hash: '' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const list = (failure: unknown) =>
    textOf(
      <InfiniteList items={[]} keyOf={String} hasMore isLoadingMore={false} failure={failure} onMore={() => {}}>
        {() => <></>}
      </InfiniteList>,
    )
  expect(list(new ApiError('rejected', 'Too many.', { errno: 429, http: 429 }))).toMatch(
    /Too many\. \(HTTP 429\).*load more/,
  )
  expect(list(new ApiError('network', '')).trim()).toBe("Couldn't load more. Try again")
  expect(list(undefined)).not.toContain('Try again')
})
