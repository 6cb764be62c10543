import { expect, onTestFinished, test, vi } from 'vitest'
import { whileWriting } from '#src/api/writing.ts'
import { takeRoute } from '#src/cache/storage/pending-route.ts'
import { startServiceWorker } from '#src/shell/service-worker.ts'
import { locksOf } from '#tests/support/fake-locks.ts'
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
  void startServiceWorker(
    () => {},
    () => false,
  )
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce())
})

test('a page that another build has taken over is loaded again once what was begun meanwhile has its answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [locks, takenOver, reload] = [locksOf(), new EventTarget(), vi.fn<() => void>()]
  const addEventListener = takenOver.addEventListener.bind(takenOver)
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { locks, serviceWorker: { controller: {}, addEventListener } })
  vi.mocked(takeRoute).mockReturnValue(later<never>().promise)
  let asksToStay = false
  void startServiceWorker(
    () => {},
    () => asksToStay,
  )
  const payment = later<string>()
  const paying = whileWriting(() => payment.promise)
  takenOver.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(reload).not.toHaveBeenCalled()
  payment.resolve('paid')
  expect(await paying).toBe('paid')
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).toHaveBeenCalledOnce()
  expect(locks.holders(), 'nothing is begun until the page is gone').toBe(1)
  // The member was asked and has stayed: the next build is heard of, and waits while the page still asks.
  await vi.advanceTimersByTimeAsync(1000)
  asksToStay = true
  takenOver.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(reload).toHaveBeenCalledOnce()
  asksToStay = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(reload).toHaveBeenCalledTimes(2)
})
