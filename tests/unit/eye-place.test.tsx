import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { Eye } from '#src/features/home/eye.tsx'
import { markupOf } from '#tests/support/markup.tsx'

test('until the eye has come its place is kept, so that the icons beside it stay where they are', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(markupOf(<Eye />)).toContain('<span class="size-11"></span>')
})
