import { expect, test, vi, afterEach, beforeEach } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { createClient } from '#src/api/client.ts'
import { watchResponseDelay } from '#src/api/response-delay.ts'
import { getLoginConfig } from '#protocol/auth.ts'
import { fakeTransport, later, ours } from '#tests/support/fake-transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a request without any answer is told after 3 s, and as no answer after 8 s; the answer ends it at once', async () => {
  const delay = watchResponseDelay()
  const heard: string[] = []
  delay.subscribe(() => heard.push(delay.getSnapshot()))
  const answer = later<number>()
  const asked = delay.watch(() => answer.promise)
  await pass(2999)
  expect(delay.getSnapshot()).toBe('none')
  await pass(1)
  expect(delay.getSnapshot()).toBe('waiting')
  await pass(5000)
  expect(delay.getSnapshot()).toBe('noAnswer')
  answer.resolve(7)
  expect(await asked).toBe(7)
  expect(delay.getSnapshot()).toBe('none')
  await pass(60_000)
  expect(heard).toEqual(['waiting', 'noAnswer', 'none'])
})

test('an answer to one request speaks for all; those that are still open are measured from it', async () => {
  const delay = watchResponseDelay()
  const open = later<void>()
  void delay.watch(() => open.promise)
  await pass(7000)
  await delay.watch(() => Promise.resolve())
  expect(delay.getSnapshot()).toBe('none')
  await pass(2999)
  expect(delay.getSnapshot()).toBe('none')
  await pass(1)
  expect(delay.getSnapshot()).toBe('waiting')
  open.resolve()
})

test('a request that was given up is no answer, a refusal is one', async () => {
  const delay = watchResponseDelay()
  const open = later<void>()
  void delay.watch(() => open.promise)
  await pass(3000)
  await delay.watch(() => Promise.reject(new ApiError('aborted', 'given up'))).catch(() => {})
  expect(delay.getSnapshot()).toBe('waiting')
  await delay.watch(() => Promise.reject(new ApiError('rejected', 'no', { errno: 1485 }))).catch(() => {})
  expect(delay.getSnapshot()).toBe('none')
  open.resolve()
})

test('with nothing under way nobody waits', async () => {
  const delay = watchResponseDelay()
  const open = later<void>()
  const asked = delay.watch(() => open.promise).catch(() => {})
  await pass(9000)
  open.reject(new ApiError('timeout', 'nothing within 60 s'))
  await asked
  expect(delay.getSnapshot()).toBe('none')
})

test("the client's calls are watched, quiet ones too", async () => {
  const answer = later<Response>()
  const { transport } = fakeTransport(() => answer.promise)
  const client = createClient(transport)
  const asked = client.callApi(getLoginConfig, {}, { isQuiet: true }).catch(() => {})
  await vi.dynamicImportSettled()
  await pass(3000)
  expect(client.responseDelay.getSnapshot()).toBe('waiting')
  answer.resolve(ours(null, { errno: 500, status: 500 }))
  await asked
  expect(client.responseDelay.getSnapshot()).toBe('none')
})
