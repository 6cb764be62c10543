import { expect, test, vi } from 'vitest'
import { takeRoute } from '#src/cache/storage/pending-route.ts'
import { startServiceWorker } from '#src/shell/service-worker.ts'
import { later } from '#tests/support/fake-transport.ts'

const register = vi.hoisted(() => vi.fn<() => Promise<void>>(() => new Promise(() => {})))
vi.mock('workbox-window', () => ({
  Workbox: class {
    register = register
    addEventListener() {}
  },
}))
vi.mock('#src/cache/cache.ts', () => ({ visitorConnection() {} }))
vi.mock('#src/cache/storage/pending-route.ts')
vi.mock('#src/shell/locale.ts', () => ({ locale: {} }))
vi.mock('#src/shell/texts.ts', () => ({ saveLanguagesAboard() {} }))

test('a database that never answers does not keep the worker away', async () => {
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, addEventListener() {} } })
  vi.mocked(takeRoute).mockReturnValue(later<never>().promise)
  void startServiceWorker(() => {})
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce())
})
