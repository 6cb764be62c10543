import { afterEach, expect, test, vi } from 'vitest'
import { followPushState, type PushState } from '#src/outbox/push.ts'

vi.mock('#src/api/api.ts', () => ({ callApi: async () => ({}) }))
vi.mock('#src/cache/cache.ts', () => ({ signedInId: () => 'ayu', visitorConnection: () => undefined }))

afterEach(() => vi.unstubAllGlobals())

/** A browser in which the member has denied notifications. */
function browser({ knowsPermission = true } = {}) {
  const [page, permission] = [new EventTarget(), new EventTarget()]
  vi.stubGlobal('document', page)
  vi.stubGlobal('PushManager', () => {})
  vi.stubGlobal('Notification', { permission: 'denied' })
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => undefined },
    permissions: { query: async () => (knowsPermission ? permission : Promise.reject(new TypeError('unknown'))) },
  })
  const told: PushState[] = []
  const stop = followPushState((state) => told.push(state))
  const allow = () => vi.stubGlobal('Notification', { permission: 'granted' })
  return { page, permission, told, stop, allow }
}

test('notifications allowed in the settings of the browser can be turned on by who comes back', async () => {
  const { page, told, allow } = browser({ knowsPermission: false })
  await vi.waitFor(() => expect(told).toEqual(['denied']))
  allow()
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(told).toEqual(['denied', 'off']))
})

test('notifications allowed beside the page can be turned on at once', async () => {
  const { permission, told, allow } = browser()
  await vi.waitFor(() => expect(told).toEqual(['denied']))
  allow()
  await vi.waitFor(() => {
    permission.dispatchEvent(new Event('change'))
    expect(told.at(-1)).toBe('off')
  })
})

test('a screen that has gone hears nothing more', async () => {
  const { page, permission, told, stop } = browser()
  await vi.waitFor(() => expect(told).toEqual(['denied']))
  stop()
  page.dispatchEvent(new Event('visibilitychange'))
  permission.dispatchEvent(new Event('change'))
  await new Promise((later) => setTimeout(later, 20))
  expect(told).toEqual(['denied'])
})
