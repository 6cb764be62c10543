import { afterEach, expect, test, vi } from 'vitest'
import { textOf } from '#src/api/encrypt.ts'
import { renewPush, turnPushOn } from '#src/api/push.ts'

const announced = vi.hoisted((): string[] => [])
const bytes = (...them: number[]) => new Uint8Array(them).buffer
const [ours, former] = [bytes(251, 255, 1), bytes(1, 2, 3)]

vi.mock('#src/api/api.ts', () => ({
  callApi: async (_: unknown, { endpoint }: { endpoint?: string }) => {
    if (endpoint !== undefined) announced.push(endpoint)
    return { publicKey: textOf(ours) }
  },
}))

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

/** A browser with a subscription for `key`; it has another address after it was made anew. */
function browser(key: ArrayBuffer | null | undefined) {
  const log: string[] = []
  announced.length = 0
  const made = (endpoint: string, options: object | undefined) => ({
    endpoint,
    options,
    toJSON: () => ({ keys: {} }),
    unsubscribe: async () => void log.push(`unsubscribe ${endpoint}`),
  })
  const pushManager = {
    getSubscription: async () => (key === undefined ? null : made('/before', { applicationServerKey: key })),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      log.push(`subscribe ${applicationServerKey}`)
      return made('/anew', undefined)
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
