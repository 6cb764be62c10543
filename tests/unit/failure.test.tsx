import { i18n } from '@lingui/core'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { Failure } from '#src/ui/failure.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  onlineManager.setOnline(false)
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

/** What is said where nothing is saved and the server is away; `hasNetwork` is what the browser says. */
function saidWhile(hasNetwork: boolean): string {
  vi.stubGlobal('navigator', { onLine: hasNetwork })
  const failure = <Failure error={new ApiError('network', '')} onRetry={() => {}} isRetrying={false} />
  return markupOf(failure).replaceAll('&#x27;', "'")
}

test('it says that nothing is saved, and not that the page was never opened', () => {
  expect(saidWhile(false)).toContain("You're offline")
  expect(saidWhile(false)).toContain(
    'Nothing of this page is saved on this device. It loads as soon as the server answers.',
  )
})

test('where the browser has a network, it is the server that is away', () => {
  expect(saidWhile(true)).toContain("Voltfolio can't be reached")
  expect(saidWhile(true)).toContain('It loads as soon as the server answers.')
})
