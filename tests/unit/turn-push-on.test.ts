import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textOf } from '#src/api/encrypt.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { adoptPush, pushState, renewPush, turnPushOff, turnPushOn } from '#src/outbox/push.ts'
import { renewPush as renewInWorker } from '../../sw/renew-push.ts'

const announced = vi.hoisted((): string[] => [])
const who = vi.hoisted((): { isIn: string | undefined } => ({ isIn: 'ayu' }))
/** What happens before the server answers a call. */
const asked = vi.hoisted((): { before: ((path: string) => Promise<unknown>) | undefined } => ({ before: undefined }))
const visitor = await vi.hoisted(async () => {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  return { connection: undefined as never }
})
const bytes = (...them: number[]) => new Uint8Array(them).buffer
const [ours, former] = [bytes(251, 255, 1), bytes(1, 2, 3)]

vi.mock('#src/api/api.ts', () => ({
  session: { memberId: () => who.isIn },
  callApi: async ({ path }: { path: string }, { endpoint }: { endpoint?: string }, of?: { memberId?: string }) => {
    await asked.before?.(path)
    if (path === 'push/subscribe') announced.push(`${of?.memberId} ${endpoint}`)
    if (path === 'push/unsubscribe') announced.push(`no more ${endpoint}`)
    return { publicKey: textOf(ours) }
  },
}))
vi.mock('#src/cache/cache.ts', () => ({ signedInId: () => who.isIn, visitorConnection: () => visitor.connection }))
vi.mock('../../sw/drain.ts', () => ({
  get visitor() {
    return visitor.connection
  },
  memberOf: async () => who.isIn,
  speakFor: async () => {},
}))

/** The browser's push service. */
const service = { isCutOff: false }
const never = new Promise<never>(() => {})

beforeEach(() => {
  const name = randomUUID()
  visitor.connection = createConnection(async () => openDatabase(name)) as never
  who.isIn = 'ayu'
  asked.before = undefined
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('is given up where no service worker becomes active: its installation may have failed', async () => {
  // The database needs the other timers.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const waits = Promise.withResolvers<void>()
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted', permission: 'granted' })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      get ready() {
        waits.resolve()
        return never
      },
    },
  })
  const turning = turnPushOn().catch((failure: unknown) => String(failure))
  await waits.promise
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await turning).toContain('no service worker')
})

/**
 * A browser with a subscription for `key`; it has another address after it was made anew, for which the push service is
 * reached unless `service.isCutOff`.
 */
function browser(key: ArrayBuffer | null | undefined) {
  const log: string[] = []
  service.isCutOff = false
  vi.stubGlobal('PushManager', () => {})
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
  const registration = { pushManager } as unknown as ServiceWorkerRegistration
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted', permission: 'granted' })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return { log, registration, ends: () => (has = null) }
}

/** A browser in which Ayu turned pushes on. */
async function ayus(key: ArrayBuffer | null) {
  const here = browser(key)
  await adoptPush('ayu')
  return here
}

test.each([
  ['turned on', turnPushOn],
  ['renewed', renewPush],
])('a subscription for another key of the server is made anew when pushes are %s', async (_, work) => {
  const { log } = await ayus(former)
  await work()
  expect(log).toEqual(['unsubscribe /before', `subscribe ${textOf(ours)}`])
  expect(announced).toEqual(['ayu /anew'])
})

test.each([ours, null])('one for its key, or for one that the browser does not tell, stays', async (key) => {
  const { log } = await ayus(key)
  await renewPush()
  expect([log, announced]).toEqual([[], ['ayu /before']])
})

test('who has none gets none at a start, and one when they turn pushes on', async () => {
  const { log } = browser(undefined)
  await adoptPush('ayu')
  await renewPush()
  expect([log, announced]).toEqual([[], []])
  expect(await turnPushOn()).toBe('on')
  expect(announced).toEqual(['ayu /anew'])
})

/** One of before was given up, and the push service not reached for the next. */
async function givenUp() {
  const here = await ayus(former)
  service.isCutOff = true
  await expect(renewPush()).rejects.toThrow('push service not reached')
  expect(here.log).toEqual(['unsubscribe /before', `subscribe ${textOf(ours)}`])
  here.log.length = 0
  return here
}

test('where the push service was not reached for another key, the next start makes the subscription', async () => {
  await givenUp()
  await expect(renewPush()).rejects.toThrow('push service not reached')
  service.isCutOff = false
  await renewPush()
  expect(announced).toEqual(['ayu /anew'])
})

test('nor is it made after the member has turned pushes off, or without their permission', async () => {
  const { log } = await givenUp()
  vi.stubGlobal('Notification', { permission: 'denied' })
  await renewPush()
  vi.stubGlobal('Notification', { permission: 'granted' })
  await turnPushOff()
  await renewPush()
  expect(log).toEqual([])
})

test('one that the browser has ended is made anew by the worker, else at the next start', async () => {
  const { registration, ends } = await ayus(ours)
  const ended = await registration.pushManager.getSubscription()
  ends()
  service.isCutOff = true
  await expect(renewInWorker(registration, ended)).rejects.toThrow('push service not reached')
  service.isCutOff = false
  await renewInWorker(registration, ended)
  expect(announced).toEqual(['ayu /anew', 'no more /before'])
  ends()
  await renewPush()
  expect(announced.at(-1)).toBe('ayu /anew')
})

test('the worker makes none for whoever turned pushes off, or has signed out', async () => {
  const { log, registration, ends } = await ayus(ours)
  ends()
  who.isIn = undefined
  await renewInWorker(registration, null)
  who.isIn = 'ayu'
  vi.stubGlobal('Notification', { permission: 'default' })
  await renewInWorker(registration, null)
  vi.stubGlobal('Notification', { permission: 'granted' })
  await turnPushOff()
  await renewInWorker(registration, null)
  expect([log, announced]).toEqual([[], []])
})

test('a member who never turned pushes on here gets none by those of another', async () => {
  const { log, registration } = await ayus(ours)
  who.isIn = 'budi'
  await renewPush()
  await renewInWorker(registration, null)
  expect(await pushState()).toBe('off')
  // A version of before, in another tab say, may have registered the subscription as theirs.
  expect([log, announced]).toEqual([[], ['no more /before']])
  expect(await turnPushOn()).toBe('on')
  expect(await pushState()).toBe('on')
  who.isIn = 'ayu'
  await renewPush()
  expect(announced).toEqual(['no more /before', 'budi /before', 'ayu /before'])
})

test('nor where nobody was signed in as this version first started', async () => {
  browser(ours)
  await adoptPush(undefined)
  who.isIn = 'budi'
  await adoptPush('budi')
  await renewPush()
  expect([await pushState(), announced]).toEqual(['off', ['no more /before']])
})

/** Does `work` once, before the server answers `path`. */
function beforeAnswer(path: string, work: () => Promise<unknown>) {
  asked.before = async (it) => {
    if (it !== path) return
    asked.before = undefined
    await work()
  }
}

test('pushes turned off during a renewal stay off, whatever it has subscribed since', async () => {
  await ayus(ours)
  beforeAnswer('push/key', turnPushOff)
  await renewPush()
  expect([await pushState(), announced]).toEqual(['off', ['no more /before', 'ayu /anew', 'no more /anew']])
})

test('pushes turned on while a start ends what is not theirs are on', async () => {
  await ayus(ours)
  who.isIn = 'budi'
  beforeAnswer('push/unsubscribe', turnPushOn)
  await renewPush()
  expect([await pushState(), announced.at(-1)]).toEqual(['on', 'budi /before'])
})

test('where the device can note nothing, pushes are not turned on at the server', async () => {
  browser(ours)
  visitor.connection = { use: () => Promise.reject(new Error('refused')) } as never
  await expect(turnPushOn()).rejects.toThrow('refused')
  expect(announced).toEqual([])
})

test('where the server is not reached, the choice stays as it was', async () => {
  await ayus(ours)
  asked.before = () => Promise.reject(new Error('not reached'))
  await expect(turnPushOff()).rejects.toThrow('not reached')
  expect(await pushState()).toBe('on')
  who.isIn = 'budi'
  await expect(turnPushOn()).rejects.toThrow('not reached')
  expect(await pushState()).toBe('off')
})
