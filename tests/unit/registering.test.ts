import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { header } from '#protocol/headers.ts'
import { speakAs } from '#src/api/api.ts'
import { changePassword, register, resetByCode } from '#src/features/auth/commands.ts'
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

test('a password change whose answer was lost is repeated under its key; other passwords are another change', async () => {
  const answers: (Response | Error)[] = [lost, lost, lost, ours({}), ours({})]
  const { transport, asked } = fakeTransport(() => answers.shift() ?? refused())
  vi.stubGlobal('fetch', transport.fetch)
  const idempotencyKey = createIdempotencyKey()
  const press = (password: string) => changePassword('the-old-one', password, idempotencyKey).catch(() => {})
  for (const password of ['a-new-one', 'a-new-one', 'another-one', 'another-one', 'another-one']) await press(password)
  const keys = asked.map((it) => it.headers[header.key])
  expect(keys.map((it) => keys.indexOf(it))).toEqual([0, 0, 2, 2, 4])
})

const shown = (revision: number) => [{ articleId: 'agreement', language: 'en' as const, revision }]

/** A form whose server answers as told; what it was sent, with the key. */
function registering(answers: (Response | Error)[]) {
  const { transport, asked } = fakeTransport(({ url }) =>
    url.includes('registerByPhone') ? (answers.shift() ?? refused()) : signedIn(),
  )
  vi.stubGlobal('fetch', transport.fetch)
  const idempotencyKey = createIdempotencyKey()
  const sent = () =>
    asked
      .filter((it) => it.url.includes('registerByPhone'))
      .map(({ body, headers }) => ({ key: headers[header.key], body }))
  const press = (change: Partial<Parameters<typeof register>[0]>) =>
    register({ ...fields, ...change }, idempotencyKey).then(
      () => 'signed in',
      () => 'failed',
    )
  return { press, sent }
}

test('a registration whose answer was lost is repeated as it was, though the texts came anew meanwhile', async () => {
  const { press, sent } = registering([lost, done()])
  expect(await press({ agreedTexts: shown(1) })).toBe('failed')
  expect(await press({ agreedTexts: shown(2) })).toBe('signed in')
  const [first, second] = sent()
  expect(second).toEqual(first)
  expect(first?.body).toMatchObject({ agreedTexts: shown(1) })
})

test('so it is in another language, which the app speaks by now', async () => {
  const { press, sent } = registering([lost, done()])
  await press({ agreedTexts: shown(1) })
  speakAs({ language: 'id' })
  onTestFinished(() => speakAs({ language: 'en' }))
  expect(await press({ agreedTexts: shown(1) })).toBe('signed in')
  expect(sent()[1]).toEqual(sent()[0])
})

test("another person's fields are another registration, with the texts that this person was shown", async () => {
  const { press, sent } = registering([lost, done()])
  await press({ agreedTexts: shown(1) })
  expect(await press({ phone: '+6281200000002', agreedTexts: shown(2) })).toBe('signed in')
  const [first, second] = sent()
  expect(second?.key).not.toBe(first?.key)
  expect(second?.body).toMatchObject({ phone: '+6281200000002', agreedTexts: shown(2) })
})

test('where the text has changed since the lost try, the next one agrees to the new text', async () => {
  const changed = ours(null, { errno: 1738, errmsg: 'The text has changed.' })
  const { press, sent } = registering([lost, changed, done()])
  await press({ agreedTexts: shown(1) })
  expect(await press({ agreedTexts: shown(2) })).toBe('failed')
  expect(await press({ agreedTexts: shown(2) })).toBe('signed in')
  const [first, second, third] = sent()
  expect(second).toEqual(first)
  expect(third?.key).not.toBe(first?.key)
  expect(third?.body).toMatchObject({ agreedTexts: shown(2) })
})

test('a registration marks the sign-in that it makes, and no later one', async () => {
  const { session } = await import('#src/api/api.ts')
  const { press } = registering([done()])
  const seen: (boolean | undefined)[] = []
  onTestFinished(session.subscribe(() => seen.push(session.isFirst)))
  session.drop()
  expect(await press({})).toBe('signed in')
  expect(seen).toEqual([true])
  expect(session.isFirst).toBe(false)
})
