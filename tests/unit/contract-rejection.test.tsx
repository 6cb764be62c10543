import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import { ContractRejection } from '#src/features/contracts/contract-rejection.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const shown = (code?: ErrorCode) => {
  const error = code && new ApiError('rejected', "The server's words.", { errno: errors[code].errno, http: 200 })
  return markupOf(<ContractRejection outcome={error && { kind: 'rejected', error }} termsDigest="now" />)
}

test('a contract whose terms have changed asks to read them again, not to choose a version', () => {
  expect(shown()).toBe('')
  expect(shown('changed_meanwhile')).toContain('Read its terms above again')
  expect(shown('changed_meanwhile')).not.toContain("The server's words.")
  expect(shown('level_insufficient')).toContain('The server&#x27;s words.')
})
