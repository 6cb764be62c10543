import { beforeEach, describe, expect, test, vi } from 'vitest'
import { whileWriting } from '#src/api/writing.ts'
import { reloadWhereGone } from '#src/shell/reload-where-gone.ts'
import { serviceWorkerStatus } from '#src/shell/service-worker-status.ts'
import { locksOf } from '#tests/support/fake-locks.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'
import { later } from '#tests/support/fake-transport.ts'

const blockers = vi.hoisted(() => [] as unknown[])
vi.mock('#src/shell/router.ts', () => ({ history: { _getBlockers: () => blockers } }))

const failure = new TypeError('Failed to fetch dynamically imported module: https://app.example/assets/proof-abc.js')
/** As Safari words it. */
const unnamed = new TypeError('Importing a module script failed.')
const reload = vi.fn<() => void>()
const answer = vi.fn<() => Promise<{ status: number }>>()
let text: string

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset()
  answer.mockReset().mockResolvedValue({ status: 404 })
  text = ''
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { locks: locksOf(), onLine: true })
  vi.stubGlobal('sessionStorage', syncStorageOf())
  vi.stubGlobal('document', { querySelectorAll: () => [{ value: text }] })
  return () => void vi.useRealTimers()
})

async function fail(error: Error = failure): Promise<void> {
  const done = reloadWhereGone(error)
  await vi.advanceTimersByTimeAsync(2000)
  await done
}

test.each([404, 410])(
  'a file that the server has no more (HTTP %i): the page is loaded again, once',
  async (status) => {
    answer.mockResolvedValue({ status })
    await fail()
    await fail()
    expect(reload).toHaveBeenCalledOnce()
    expect(answer).toHaveBeenCalledWith('https://app.example/assets/proof-abc.js', expect.anything())
  },
)

test('where the browser does not say which file it was, the page is loaded again where the build is gone', async () => {
  await fail(unnamed)
  expect(reload).toHaveBeenCalledOnce()
})

describe('the page stays', () => {
  test.each([200, 500, 503])('where the file is there after all, or the server is ill: HTTP %i', async (status) => {
    answer.mockResolvedValue({ status })
    await fail()
    expect(reload).not.toHaveBeenCalled()
  })

  test('where nobody answers, although the browser knows of a network', async () => {
    answer.mockRejectedValue(new TypeError('Failed to fetch'))
    await fail()
    expect(reload).not.toHaveBeenCalled()
  })

  test('where the browser does not say which file it was, and the server still has the build', async () => {
    answer.mockResolvedValue({ status: 200 })
    await fail(unnamed)
    expect(reload).not.toHaveBeenCalled()
  })

  test('with a text in a field, offers the update each time, and is still loaded again another time', async () => {
    text = '+6281200000001'
    await fail()
    expect(serviceWorkerStatus.getSnapshot()).toMatchObject({ isUpdateWaiting: true, offers: 1 })
    await fail(unnamed)
    expect(serviceWorkerStatus.getSnapshot().offers).toBe(2)
    expect(reload).not.toHaveBeenCalled()
    text = ''
    await fail()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('while it asks before it is left', async () => {
    blockers.push({})
    await fail()
    blockers.pop()
    expect(reload).not.toHaveBeenCalled()
  })

  test('while something is being sent', async () => {
    const payment = later<string>()
    const paying = whileWriting(() => payment.promise)
    await fail()
    expect(reload).not.toHaveBeenCalled()
    payment.resolve('paid')
    await paying
  })
})
