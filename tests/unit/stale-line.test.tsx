import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { StaleLine } from '#src/ui/stale-line.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const shown = (error: unknown) =>
  markupOf(<StaleLine at={0} error={error} onRetry={() => {}} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")

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
