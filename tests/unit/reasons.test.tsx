import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { useReason } from '#src/ui/use-reason.ts'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

function reasonOf(error: unknown): string {
  let reason = ''
  function Reader() {
    reason = useReason()(error)
    return null
  }
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Reader />
    </I18nProvider>,
  )
  return reason
}

const refused = (message: string, http: number) => new ApiError('rejected', message, { errno: 1, http })

test('a failed status is said with its number, a rule that says no without one', () => {
  expect(reasonOf(refused('Please wait a moment.', 429))).toBe('Please wait a moment. (HTTP 429)')
  expect(reasonOf(refused('Out of stock.', 200))).toBe('Out of stock.')
  expect(reasonOf(refused('', 500))).toBe('The server refused without giving a reason. (HTTP 500)')
})

test('what answered instead of us is said with its status: a redirect, a page that is missing, a gateway', () => {
  const notOurs = (http: number) => reasonOf(new ApiError('notOurs', '', { http }))
  expect(notOurs(300)).toMatch(/^Something else answered instead of us.*\(HTTP 3xx\)$/)
  expect(notOurs(404)).toMatch(/^Something else answered instead of us.*\(HTTP 404\)$/)
  expect(notOurs(502)).toBe("We can't reach the server right now. Try again in a moment. (HTTP 502)")
  expect(notOurs(200)).toMatch(/try again\.$/)
})

test('without a status there is no number, and what is no call says no more than that', () => {
  expect(reasonOf(new ApiError('network', ''))).toBe("We can't reach the network. Check your connection and try again.")
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(reasonOf(new ApiError('network', ''))).toBe("We can't reach the server right now. Try again in a moment.")
  expect(reasonOf(new Error('a bug'))).toBe('Something went wrong in the app. Try again.')
})
