import { afterEach, expect, test, vi } from 'vitest'
import { textOf } from '#src/api/encrypt.ts'
import { renewPush, turnPushOff, turnPushOn } from '#src/api/push.ts'

const announced = vi.hoisted((): string[] => [])
const bytes = (...them: number[]) => new Uint8Array(them).buffer
const [ours, former] = [bytes(251, 255, 1), bytes(1, 2, 3)]

vi.mock('#src/api/api.ts', () => ({
  callApi: async (_: unknown, { endpoint }: { endpoint?: string }) => {
    if (endpoint !== undefined) announced.push(endpoint)
    return { publicKey: textOf(ours) }
  },
}))

/** The browser's push service. */
const service = { isCutOff: false }
const never = new Promise<never>(() => {})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('is given up where no service worker becomes active: its installation may have failed', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted', permission: 'granted' })
  vi.stubGlobal('navigator', { serviceWorker: { ready: never } })
  const turning = turnPushOn().catch((failure: unknown) => String(failure))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await Promise.race([turning, Promise.resolve('still waiting')])).toContain('no service worker')
})

/**
 * A browser with a subscription for `key`; it has another address after it was made anew, for which the push service is
 * reached unless `service.isCutOff`.
 */
function browser(key: ArrayBuffer | null | undefined) {
  const log: string[] = []
  service.isCutOff = false
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  announced.length = 0
  const made = (endpoint: string, options: object | undefined) => ({
    endpoint,
    options,
    toJSON: () => ({ keys: {} }),
    unsubscribe: async () => {
      log.push(`unsubscribe ${endpoint}`)
      has = null
    },
  })
  let has = key === undefined ? null : made('/before', { applicationServerKey: key })
  const pushManager = {
    getSubscription: async () => has,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      log.push(`subscribe ${applicationServerKey}`)
      if (service.isCutOff) throw new Error('push service not reached')
      has = made('/anew', undefined)
      return has
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted', permission: 'granted' })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return log
}

test.each([
  ['turned on', turnPushOn],
  ['renewed', renewPush],
])('a subscription for another key of the server is made anew when pushes are %s', async (_, work) => {
  const log = browser(former)
  await work()
  expect(log).toEqual(['unsubscribe /before', `subscribe ${textOf(ours)}`])
  expect(announced).toEqual(['/anew'])
})

test.each([ours, null])('one for its key, or for one that the browser does not tell, stays', async (key) => {
  const log = browser(key)
  await renewPush()
  expect([log, announced]).toEqual([[], ['/before']])
})

test('who has none gets none at a start, and one when they turn pushes on', async () => {
  const log = browser(undefined)
  await renewPush()
  expect([log, announced]).toEqual([[], []])
  expect(await turnPushOn()).toBe('on')
  expect(announced).toEqual(['/anew'])
})

/** One of before was given up, and the push service not reached for the next. */
async function givenUp() {
  const log = browser(former)
  service.isCutOff = true
  await expect(renewPush()).rejects.toThrow('push service not reached')
  expect(log).toEqual(['unsubscribe /before', `subscribe ${textOf(ours)}`])
  log.length = 0
  return log
}

test('where the push service was not reached for another key, the next start makes the subscription', async () => {
  await givenUp()
  await expect(renewPush()).rejects.toThrow('push service not reached')
  service.isCutOff = false
  await renewPush()
  expect(announced).toEqual(['/anew'])
})

test('once the server has it, one that the browser ends later is not made anew', async () => {
  const log = await givenUp()
  service.isCutOff = false
  await renewPush()
  await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription().then((it) => it?.unsubscribe())
  log.length = 0
  await renewPush()
  expect(log).toEqual([])
})

test('nor is it made after the member has turned pushes off, or without their permission', async () => {
  const log = await givenUp()
  vi.stubGlobal('Notification', { permission: 'denied' })
  await renewPush()
  vi.stubGlobal('Notification', { permission: 'granted' })
  await turnPushOff()
  await renewPush()
  expect(log).toEqual([])
})
