import { expect, onTestFinished, test, vi } from 'vitest'
import { whileWriting } from '#src/api/writing.ts'
import { takeRoute } from '#src/cache/storage/pending-route.ts'
import { applyUpdate, startServiceWorker } from '#src/shell/service-worker.ts'
import { serviceWorkerStatus } from '#src/shell/service-worker-status.ts'
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

/** A page that is seen or not, with a field that this text is in. */
const pageOf = ({ hidden, text = '' }: { hidden: boolean; text?: string }) => ({
  hidden,
  querySelectorAll: () => [{ value: text }],
})

test('a page that another build has taken over is loaded again once what was begun meanwhile has its answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [locks, takenOver, reload] = [locksOf(), new EventTarget(), vi.fn<() => void>()]
  const addEventListener = takenOver.addEventListener.bind(takenOver)
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', pageOf({ hidden: true }))
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

test.each([
  ['is seen', { hidden: false }],
  ['has a text in a field', { hidden: true, text: '+62812' }],
])('a page that %s goes on with its build, of which another tab took the next, and offers that', async (_, page) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  serviceWorkerStatus.set({ ...serviceWorkerStatus.getSnapshot(), isUpdateWaiting: false, offers: 1 })
  const [takenOver, reload] = [new EventTarget(), vi.fn<() => void>()]
  const addEventListener = takenOver.addEventListener.bind(takenOver)
  const getRegistration = async () => undefined
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', pageOf(page))
  vi.stubGlobal('caches', { match: async () => new Response() })
  vi.stubGlobal('navigator', {
    locks: locksOf(),
    serviceWorker: { controller: {}, addEventListener, getRegistration },
  })
  vi.mocked(takeRoute).mockReturnValue(later<never>().promise)
  void startServiceWorker(
    () => {},
    () => false,
  )
  takenOver.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(reload).not.toHaveBeenCalled()
  // Offered once more to a member who had declined.
  expect(serviceWorkerStatus.getSnapshot()).toMatchObject({ isUpdateWaiting: true, offers: 2 })
  // Its own button.
  expect(await applyUpdate()).toBe('updating')
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that is seen, and whose files are gone, is loaded again where no text is lost', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [takenOver, reload] = [new EventTarget(), vi.fn<() => void>()]
  const addEventListener = takenOver.addEventListener.bind(takenOver)
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', pageOf({ hidden: false }))
  vi.stubGlobal('caches', { match: async () => undefined })
  vi.stubGlobal('navigator', { locks: locksOf(), serviceWorker: { controller: {}, addEventListener } })
  vi.mocked(takeRoute).mockReturnValue(later<never>().promise)
  void startServiceWorker(
    () => {},
    () => false,
  )
  takenOver.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a page held back at one build, in which the next is taken, is loaded again once that waits no more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [takenOver, reload] = [new EventTarget(), vi.fn<() => void>()]
  const addEventListener = takenOver.addEventListener.bind(takenOver)
  // Says that nothing is being sent.
  const waiting = { postMessage: (_: unknown, [port]: MessagePort[]) => port!.postMessage(true) }
  const registration: { waiting?: unknown } = {}
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', pageOf({ hidden: false, text: '+62812' }))
  vi.stubGlobal('caches', { match: async () => new Response() })
  vi.stubGlobal('navigator', {
    locks: locksOf(),
    serviceWorker: { controller: {}, addEventListener, getRegistration: async () => registration },
  })
  vi.mocked(takeRoute).mockReturnValue(later<never>().promise)
  void startServiceWorker(
    () => {},
    () => false,
  )
  takenOver.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(5000)
  registration.waiting = waiting
  expect(await applyUpdate()).toBe('updating')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).not.toHaveBeenCalled()
  delete registration.waiting
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a page looks for its files every ten seconds, as they were stored, and stays where the browser cannot say', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [takenOver, reload] = [new EventTarget(), vi.fn<() => void>()]
  const match = vi.fn<CacheStorage['match']>().mockRejectedValue(new Error('Unexpected internal error'))
  const addEventListener = takenOver.addEventListener.bind(takenOver)
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', pageOf({ hidden: false }))
  vi.stubGlobal('caches', { match })
  vi.stubGlobal('navigator', { locks: locksOf(), serviceWorker: { controller: {}, addEventListener } })
  vi.mocked(takeRoute).mockReturnValue(later<never>().promise)
  void startServiceWorker(
    () => {},
    () => false,
  )
  takenOver.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(35_000)
  expect(reload).not.toHaveBeenCalled()
  expect(match).toHaveBeenCalledTimes(4)
  expect(match).toHaveBeenLastCalledWith(expect.any(String), { ignoreVary: true })
  match.mockResolvedValue(undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('an update that is offered where there is no worker loads the page again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { locks: locksOf() })
  expect(await applyUpdate()).toBe('updating')
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledOnce()
})
