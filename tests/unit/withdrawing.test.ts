import { describe, expect, test } from 'vitest'
import { calculationFor } from '#src/features/wallet/withdrawal/calculation.ts'
import { mostOf, withdrawalError, withdrawalVerdict } from '#src/features/wallet/withdrawal/validation-error.ts'
import { stepsOf } from '#src/features/wallet/withdrawal/withdrawal-steps.ts'

const lines = { currency: 'USD', amount: 5000, fee: 50, discount: 0, tax: 0, arrives: 4950 }

describe('fee and arrival while the amount is typed', () => {
  const idle = { data: lines, error: null, fetchStatus: 'idle' } as const

  test('stand there for the very amount they were answered for', () => {
    expect(calculationFor(5000, 5000, idle)).toEqual({ kind: 'known', lines })
  })

  test.each([
    ['another amount is typed by now', 5001, 5000, idle],
    ['nobody has paused yet', 5000, undefined, idle],
    ['the answer is to another amount', 6000, 6000, idle],
    ['they are being asked for again', 5000, 5000, { ...idle, fetchStatus: 'fetching' }],
    [
      'they failed before and are being asked for again',
      5000,
      5000,
      { data: undefined, error: new Error('x'), fetchStatus: 'fetching' },
    ],
  ] as const)('are not shown where %s', (_, amount, askedFor, asked) => {
    expect(calculationFor(amount, askedFor, asked)).toEqual({ kind: 'asking' })
  })

  test('nothing is asked without an amount; a lack of network and a failure are said', () => {
    expect(calculationFor(undefined, undefined, idle)).toEqual({ kind: 'none' })
    expect(calculationFor(5000, 5000, { ...idle, fetchStatus: 'paused' })).toEqual({ kind: 'waiting' })
    const error = new Error('no answer')
    expect(calculationFor(5000, 5000, { data: undefined, error, fetchStatus: 'idle' })).toEqual({
      kind: 'failed',
      error,
    })
    expect(calculationFor(5000, 5000, { ...idle, error })).toEqual({ kind: 'failed', error })
  })
})

describe('an amount', () => {
  const limits = { currency: 'USD', minimum: 1000, maximum: 50_000, balance: 40_000, leftToday: 30_000 }

  test.each([
    [undefined, 'amountMissing'],
    [0, 'amountMissing'],
    [999, 'belowMinimum'],
    [1000, undefined],
    [30_000, undefined],
    [30_001, 'aboveDay'],
    [40_001, 'aboveBalance'],
  ] as const)('of %s: %s', (amount, validationError) => expect(withdrawalError(amount, limits)).toBe(validationError))

  test('is bounded by the most at a time, and by nothing where the limits are not known here', () => {
    expect(withdrawalError(50_001, { ...limits, balance: 90_000 })).toBe('aboveMaximum')
    expect(withdrawalError(50_001, undefined)).toBeUndefined()
    expect(withdrawalError(undefined, undefined)).toBe('amountMissing')
  })

  test('without a network what was last known advises and refuses nothing; rules still hold', () => {
    const old = { ...limits, balance: 681 }
    expect(withdrawalVerdict(9000, old, true)).toEqual({ validationError: 'aboveBalance' })
    expect(withdrawalVerdict(9000, old, false)).toEqual({ advice: 'aboveBalance' })
    expect(withdrawalVerdict(9000, { ...limits, leftToday: 100 }, false)).toEqual({ advice: 'aboveDay' })
    expect(withdrawalVerdict(1, old, false)).toEqual({ validationError: 'belowMinimum' })
    expect(withdrawalVerdict(undefined, old, false)).toEqual({ validationError: 'amountMissing' })
  })

  test('"all" is the most that goes now, and is not offered below the least', () => {
    expect(mostOf(limits)).toBe(30_000)
    expect(mostOf({ ...limits, balance: 20_000 })).toBe(20_000)
    expect(mostOf({ ...limits, balance: 999 })).toBeUndefined()
  })
})

describe('the way of a withdrawal', () => {
  const at = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`

  test('has the time of each step that has been, and what is still ahead', () => {
    expect(
      stepsOf({
        state: 'approved',
        steps: [
          { state: 'requested', at: at(1) },
          { state: 'approved', at: at(2) },
        ],
      }),
    ).toEqual([
      { state: 'requested', at: at(1) },
      { state: 'approved', at: at(2) },
      { state: 'sent', at: null },
      { state: 'arrived', at: null },
    ])
  })

  test('ends with the return: nothing is ahead of it', () => {
    const steps = [
      { state: 'requested', at: at(1) },
      { state: 'returned', at: at(2) },
    ] as const
    expect(stepsOf({ state: 'returned', steps: [...steps] })).toEqual(steps)
  })
})
