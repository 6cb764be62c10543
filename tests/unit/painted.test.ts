import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { painted } from '#src/lib/painted.ts'

const frames: (() => void)[] = []

beforeEach(() => {
  frames.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Draws one frame. */
const drawFrame = () => {
  for (const draw of frames.splice(0)) draw()
}

/** Whether `painted` has resolved; asked for after each step. */
function wait(): () => Promise<boolean> {
  let isDone = false
  void painted().then(() => (isDone = true))
  return async () => {
    await vi.advanceTimersByTimeAsync(0)
    return isDone
  }
}

test('a frame that comes late, as on a slow phone, is waited for', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const isDone = wait()
  await vi.advanceTimersByTimeAsync(400)
  expect(await isDone()).toBe(false)
  drawFrame()
  expect(await isDone()).toBe(true)
})

test('a page that is hidden has no frame to wait for', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  expect(await wait()()).toBe(true)
})

test('a page that is hidden meanwhile goes on', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const isDone = wait()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await isDone()).toBe(true)
})

test('a frame that was drawn is told of at once, though timers wait for the next ones', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const asked: unknown[] = []
  vi.stubGlobal('scheduler', {
    postTask: (run: () => void, options: unknown) => {
      asked.push(options)
      run()
    },
  })
  let isDone = false
  void painted().then(() => (isDone = true))
  drawFrame()
  // No timer runs.
  await Promise.resolve()
  expect(isDone).toBe(true)
  expect(asked).toEqual([{ priority: 'user-blocking' }])
})

test('where frame follows frame, the next one is told of, as no task runs between them', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('scheduler', { postTask: () => {} })
  const isDone = wait()
  drawFrame()
  expect(await isDone()).toBe(false)
  drawFrame()
  expect(await isDone()).toBe(true)
})
