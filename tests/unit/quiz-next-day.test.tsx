import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route } from '#src/features/rewards/quiz-screen.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const ended = vi.hoisted(() => ({ now: undefined as unknown }))
const result = { ended: 'wrong', reward: null, questions: [] }
const info = { data: { state: 'failed', result, nextAt: '2026-11-29T00:00:00.000Z', questions: 3, seconds: 60 } }
vi.mock('#src/entities/command-sheet.tsx', () => ({ CommandSheet: () => null }))
vi.mock('#src/features/rewards/use-quiz.ts', () => ({
  useQuiz: () => {
    const prize = { of: 'gold', amount: 5 }
    return { info: { data: { ...info.data, prize } }, ended: ended.now, forgetResult: () => {}, start: { sheet: {} } }
  },
}))

const Quiz = Route.options.component!
const shownAt = (now: string) => {
  vi.setSystemTime(now)
  return markupOf(<Quiz />)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
afterEach(() => {
  ended.now = undefined
  vi.useRealTimers()
})

test("once the next quiz is open, yesterday's result is in nobody's way", () => {
  const before = shownAt('2026-11-28T23:59:00Z')
  expect(before).toContain('The next quiz opens on')
  expect(before).not.toContain('Start the quiz')
  const after = shownAt('2026-11-29T00:00:00Z')
  expect(after).toContain('Start the quiz')
  expect(after).not.toContain('The next quiz opens on')
})

test('a result that this screen has just got is shown also where the next quiz is open, and leads to it', () => {
  ended.now = { result, nextAt: info.data.nextAt }
  const after = shownAt('2026-11-29T00:00:30Z')
  expect(after).toContain('Not all answers were right')
  expect(after).toContain('Next quiz')
  expect(after).not.toMatch(/Start the quiz|The next quiz opens on/)
})
