import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { watchReach, type Reach } from '#src/shell/reachability.ts'

const lost = new ApiError('network', 'no route')

function world(isOnline: boolean, browserSaysOnline = () => true) {
  let outcome: (error: unknown) => void = () => {}
  const waits: number[] = []
  const runs: (() => void)[] = []
  const asked: { answer: () => void; fail: (error: unknown) => void }[] = []
  const reach: Reach = {
    isOnline: () => isOnline,
    setOnline: (next) => {
      isOnline = next
    },
    browserSaysOnline,
    onOutcome: (tell) => {
      outcome = tell
    },
    ask: () =>
      new Promise((answer, fail) => {
        asked.push({ answer: () => answer(undefined), fail })
      }),
    later: (run, ms) => {
      waits.push(ms)
      runs.push(run)
    },
  }
  watchReach(reach)
  return { reach, waits, asked, tell: (error?: unknown) => outcome(error), pass: () => runs.shift()?.() }
}

const settled = () =>
  new Promise((done) => {
    setImmediate(done)
  })

test('a call that got no answer means offline, any answer means online', () => {
  const { reach, tell } = world(true)
  tell(lost)
  expect(reach.isOnline()).toBe(false)
  tell()
  expect(reach.isOnline()).toBe(true)
  tell(new ApiError('notOurs', 'captive portal'))
  expect(reach.isOnline()).toBe(false)
  tell(new ApiError('rejected', 'level too low', { errno: 1485 }))
  expect(reach.isOnline()).toBe(true)
})

test('an answer that was on its way when the browser went offline does not mean online; a fresh one does', async () => {
  let browserSaysOnline = true
  const { reach, asked, tell } = world(true, () => browserSaysOnline)
  browserSaysOnline = false
  reach.setOnline(false)
  tell()
  expect(reach.isOnline()).toBe(false)
  expect(asked).toHaveLength(1)
  asked[0]!.answer()
  await settled()
  expect(reach.isOnline()).toBe(true)
})

test('a call that was given up says nothing', () => {
  const { reach, tell } = world(true)
  tell(new ApiError('aborted', 'request:fail abort'))
  expect(reach.isOnline()).toBe(true)
})

test('while nothing gets through it asks ever more seldom, in one line of questions', async () => {
  const { reach, waits, asked, tell, pass } = world(true)
  tell(lost)
  tell(lost)
  expect(waits).toEqual([3000])
  for (const wait of [6000, 12_000, 24_000, 48_000, 60_000, 60_000]) {
    pass()
    asked.at(-1)?.fail(lost)
    await settled()
    expect(waits.at(-1)).toBe(wait)
  }
  pass()
  asked.at(-1)?.answer()
  await settled()
  expect(reach.isOnline()).toBe(true)
  expect(waits).toHaveLength(7)
})

test('asks at once where the browser calls itself offline, for it may be wrong', async () => {
  const { reach, asked } = world(false)
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  await settled()
  expect(reach.isOnline()).toBe(true)
})
