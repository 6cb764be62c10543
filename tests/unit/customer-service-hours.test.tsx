import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { Hours } from '#src/features/news/hours.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('customer service without hours is not said to be closed', () => {
  expect(markupOf(<Hours hours={[]} timeZone="Asia/Jakarta" />)).toBe('')
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00' }]
  expect(markupOf(<Hours hours={always} timeZone="Asia/Jakarta" />)).toContain('Open now')
})
