import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneIn, percentsOf } from '#src/features/games/odds.ts'

const weight = fc.integer({ min: 0, max: 1_000_000_000 })

describe('percent', () => {
  it('is exact where few decimals are enough', () => {
    expect(percentsOf([5000, 3000, 1995, 5])).toEqual(['50.00', '30.00', '19.95', '0.05'])
    expect(percentsOf([1, 1])).toEqual(['50', '50'])
    expect(percentsOf([1, 0, 3])).toEqual(['25', '0', '75'])
  })

  it('has enough digits for the rarest slot, and reads alike for equal weights', () => {
    expect(percentsOf([1, 1, 1])).toEqual(['33.3', '33.3', '33.3'])
    expect(percentsOf([2999, 1])).toEqual(['99.967', '0.033'])
  })

  it('is 0 where nothing can be drawn', () => {
    expect(percentsOf([0, 0])).toEqual(['0', '0'])
    expect(percentsOf([])).toEqual([])
  })

  it('adds up to 100, but for what rounding takes', () => {
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 20 }), (weights) => {
        const total = weights.reduce((sum, it) => sum + it, 0)
        fc.pre(total > 0)
        const texts = percentsOf(weights)
        const step = 10 ** -(texts[0]?.split('.')[1]?.length ?? 0)
        const sum = texts.reduce((all, it) => all + Number(it), 0)
        expect(Math.abs(sum - 100)).toBeLessThanOrEqual((weights.length * step) / 2 + 1e-9)
        weights.forEach((it, place) => {
          expect(Math.abs(Number(texts[place]) - (it / total) * 100)).toBeLessThanOrEqual(step / 2 + 1e-9)
        })
      }),
    )
  })

  it('adds up to exactly 100 for weights out of ten thousand', () => {
    const share = fc.integer({ min: 0, max: 2500 })
    fc.assert(
      fc.property(share, share, share, (one, two, three) => {
        const texts = percentsOf([one, two, three, 10_000 - one - two - three])
        const hundredths = texts.reduce((sum, it) => sum + Math.round(Number(it) * 100), 0)
        expect(hundredths).toBe(10_000)
      }),
    )
  })
})

describe('1 in N', () => {
  it('is the sum over the weight', () => {
    expect(oneIn(5, [5000, 3000, 1995, 5])).toBe(2000)
    expect(oneIn(2, [2, 3])).toBe(2.5)
  })

  it('is absent for a slot that is used up', () => {
    expect(oneIn(0, [0, 3])).toBeUndefined()
  })
})
