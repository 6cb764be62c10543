import { afterEach, expect, test, vi } from 'vitest'
import { header } from '#protocol/headers.ts'
import { register, resetByCode } from '#src/features/auth/commands.ts'
import { createIdempotencyKey } from '#src/features/auth/idempotency-key.ts'
import { fakeTransport, ours } from '#tests/support/fake-transport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const lost = new TypeError('the network is gone')
const refused = () => ours(null, { errno: 1404, errmsg: 'not found' })
const memberId = 'e6f0c9b4-3a0e-4a3c-8d2e-0c4f6d5b7a10'
const done = () => ours({ memberId })
const signedIn = () => ours({ memberId, accessToken: 'token', expiresAt: '2026-11-20T00:15:00.000Z' })
const fields = {
  phone: '+6281200000001',
  password: 'a-good-one',
  code: '123456',
  inviteCode: 'VOLTFOLIO',
  country: 'MY',
}

/** Both forms change something, then sign in. */
const forms = [
  ['register', register, 'auth/registerByPhone'],
  ['reset the password', resetByCode, 'auth/reset'],
] as const

test.each(forms)('to %s, one key lasts until one is signed in; a refusal ends it', async (_name, send, path) => {
  const answers: (Response | Error)[] = [lost, done(), lost, done(), signedIn()]
  const { transport, asked } = fakeTransport(() => answers.shift() ?? refused())
  vi.stubGlobal('fetch', transport.fetch)
  const idempotencyKey = createIdempotencyKey()
  const press = () =>
    send(fields, idempotencyKey).then(
      () => 'signed in',
      () => 'failed',
    )
  const outcomes = [await press(), await press(), await press(), await press(), await press()]
  expect(outcomes).toEqual(['failed', 'failed', 'signed in', 'failed', 'failed'])
  const keys = asked.filter((it) => it.url.includes(path)).map((it) => it.headers[header.key])
  expect(keys).toHaveLength(5)
  expect(keys.map((it) => keys.indexOf(it))).toEqual([0, 0, 0, 3, 4])
})
