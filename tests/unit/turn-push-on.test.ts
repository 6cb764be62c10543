import { afterEach, expect, test, vi } from 'vitest'
import { turnPushOn } from '#src/api/push.ts'

vi.mock('#src/api/api.ts', () => ({ callApi: async () => ({ publicKey: 'key' }) }))

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
