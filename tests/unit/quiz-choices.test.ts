import { describe, expect, it } from 'vitest'
import { choose, firstOpen, placeOfKey, spokenSeconds } from '#src/features/rewards/quiz-choices.ts'

describe('the choices of a quiz', () => {
  it('are kept per question, and the last one counts', () => {
    const one = choose([null, null, null], 1, 2)
    expect(one).toEqual([null, 2, null])
    expect(choose(one, 1, 0)).toEqual([null, 0, null])
  })

  it('know the first question without one', () => {
    expect(firstOpen([0, null, null])).toBe(1)
    expect(firstOpen([0, 1])).toBeUndefined()
  })

  it('are made by digits, as far as there are choices', () => {
    expect(['1', '3', '4', '0', 'a', 'Enter', '12'].map((it) => placeOfKey(it, 3))).toEqual([
      0,
      2,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are told of the time twice', () => {
    expect([300, 61, 60, 11, 10, 1, 0].map(spokenSeconds)).toEqual([undefined, undefined, 60, 60, 10, 10, undefined])
  })
})
