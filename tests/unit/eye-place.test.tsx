import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { Eye } from '#src/features/home/eye.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const signedIn = vi.hoisted(() => ({ id: undefined as string | undefined }))
vi.mock('#src/cache/use-signed-in.ts', () => ({ useSignedIn: () => signedIn.id }))

test('until the eye has come its place is kept, so that the icons beside it stay where they are', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  signedIn.id = '11'
  expect(markupOf(<Eye />)).toContain('<span class="size-11"></span>')
  signedIn.id = undefined
  expect(markupOf(<Eye />)).toBe('')
})
