import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { SpokenWait } from '#src/features/settings/app-lock/spoken-wait.tsx'
import { waitAfter } from '#src/lib/app-lock/lock-rules.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  [3, 'Wrong PIN. Try again in 30 seconds'],
  [4, 'Wrong PIN. Try again in 1 minute'],
  [6, 'Wrong PIN. Try again in 15 minutes'],
  [8, 'Wrong PIN. Try again in 60 minutes'],
])('after %i wrong PINs the wait is told in words of its length', (wrong, words) => {
  expect(markupOf(<SpokenWait left={waitAfter(wrong) / 1000} />)).toBe(words)
})
