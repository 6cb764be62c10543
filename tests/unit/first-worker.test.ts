import { beforeEach, expect, test, vi } from 'vitest'
import { installFirstWorker } from '#src/shell/first-worker.ts'

vi.mock('#src/shell/locale.ts', () => ({ locale: {} }))

/** A browser's container of workers; `installing` is what a registration installs. */
class Container extends EventTarget {
  installing: Installing | null = new Installing()
  register = async () => ({ installing: this.installing })
}

class Installing extends EventTarget {
  state = 'installing'

  becomes(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

let container: Container

beforeEach(() => {
  container = new Container()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker: container })
})

/** What became of it, once everything that could go on by itself has. */
async function outcome(installed: Promise<void>): Promise<string> {
  const waiting = new Promise<string>((resolve) => {
    setTimeout(resolve, 0, 'waits')
  })
  return Promise.race([
    installed.then(
      () => 'serves',
      () => 'failed',
    ),
    waiting,
  ])
}

test('the page waits until the worker serves it, not only until it is installed', async () => {
  const installed = installFirstWorker()
  expect(await outcome(installed)).toBe('waits')
  container.installing!.becomes('installed')
  container.installing!.becomes('activated')
  expect(await outcome(installed)).toBe('waits')
  container.dispatchEvent(new Event('controllerchange'))
  expect(await outcome(installed)).toBe('serves')
})

test('a worker that serves the page before its registration is told is not missed', async () => {
  const installed = installFirstWorker()
  container.dispatchEvent(new Event('controllerchange'))
  expect(await outcome(installed)).toBe('serves')
})

test('a worker that can not be installed fails', async () => {
  const installed = installFirstWorker()
  expect(await outcome(installed)).toBe('waits')
  container.installing!.becomes('redundant')
  expect(await outcome(installed)).toBe('failed')
})

test('a device that has a worker, and a browser that has none, need not wait', async () => {
  container.installing = null
  expect(await outcome(installFirstWorker())).toBe('serves')
  vi.stubGlobal('navigator', {})
  expect(await outcome(installFirstWorker())).toBe('serves')
})
