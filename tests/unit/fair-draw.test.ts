import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draw, hashOf, poolWinners, slotAt, sumOf } from '#src/lib/fair-draw.ts'

// Computed from docs/fair-draws.md in Python (hmac, hashlib), so that no code of ours vouches for itself.
const zeros = '00'.repeat(32)
const counted = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const other = '9f64fe532f8d572b3fd83511a3e0e68c7b307daca7c96997ebc8e1092bc6945c'

describe('a draw', () => {
  test.each([
    [zeros, 'a', 1, [1, 1], { roll: 1, index: 1 }],
    [counted, 'lucky seven', 7, [500, 0, 300, 150, 49, 1], { roll: 387, index: 0 }],
    [other, '电池 🔋:x', 100, [...Array<number>(9).fill(1_000_000_000), 7], { roll: 7_523_388_695, index: 7 }],
    [other, 'm', 2, [0, 0, 5, 0], { roll: 4, index: 2 }],
  ])('with seed %s, %s and number %i', async (serverSeed, memberSeed, nonce, weights, result) => {
    expect(await draw({ serverSeed, memberSeed, nonce, weights })).toEqual(result)
  })

  // Of this total nearly half of all numbers are passed over: one in draw 2, six (a round and one) in draw 29.
  test.each([
    [2, 47_654_016_723_761],
    [29, 27_638_196_083_314],
  ])('number %i passes over numbers beyond the limit', async (nonce, roll) => {
    const weights = [2 ** 46, 2 ** 46, 1]
    expect(await draw({ serverSeed: counted, memberSeed: 'far', nonce, weights })).toEqual({ roll, index: 0 })
  })

  test('without any weight is impossible', async () => {
    for (const weights of [[], [0, 0], [-1], [0.5]])
      await expect(draw({ serverSeed: zeros, memberSeed: 'a', nonce: 1, weights })).rejects.toThrow(RangeError)
  })

  test('never draws a slot that weighs nothing, and always one within the sum', async () => {
    const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 12 }).filter((it) => sumOf(it) > 0)
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((it) => Buffer.from(it).toString('hex'))
    const inputs = fc.record({
      serverSeed: seed,
      memberSeed: fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }),
      nonce: fc.integer({ min: 1, max: 100 }),
      weights,
    })
    await fc.assert(
      fc.asyncProperty(inputs, async (it) => {
        const { roll, index } = await draw(it)
        expect(roll).toBeGreaterThanOrEqual(0)
        expect(roll).toBeLessThan(sumOf(it.weights))
        expect(it.weights[index]).toBeGreaterThan(0)
        expect(sumOf(it.weights.slice(0, index))).toBeLessThanOrEqual(roll)
      }),
    )
  })
})

test('each slot has as many rolls as its weight', () => {
  const weights = [3, 0, 1, 2]
  const drawn = Array.from({ length: sumOf(weights) }, (_, roll) => slotAt(roll, weights))
  expect(drawn).toEqual([0, 0, 0, 2, 3, 3])
  expect(slotAt(6, weights)).toBe(-1)
})

test.each([
  [zeros, '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'],
  [counted, '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'],
])('the hash of seed %s', async (seed, hash) => {
  expect(await hashOf(seed)).toBe(hash)
})

test('a seed that is no hex is refused', async () => {
  await expect(hashOf('xy')).rejects.toThrow(RangeError)
  await expect(hashOf('abc')).rejects.toThrow(RangeError)
})

describe('the pool', () => {
  test.each([
    [other, 10, 3, [1, 3, 8]],
    [counted, 1_000_000, 4, [370_025, 192_763, 233_462, 209_901]],
    [counted, 4, 4, [1, 3, 2, 0]],
    [other, 1, 1, [0]],
    [zeros, 3, 5, [0, 1, 2]],
    [zeros, 0, 5, []],
  ])('with seed %s, %i tickets and %i shares', async (seed, tickets, shares, winners) => {
    expect(await poolWinners(seed, tickets, shares)).toEqual(winners)
  })

  test('no ticket wins twice, and as many win as the rule says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 20 }), async (tickets, shares) => {
        const winners = await poolWinners(counted, tickets, shares)
        expect(new Set(winners).size).toBe(Math.min(tickets, shares))
        expect(winners).toHaveLength(Math.min(tickets, shares))
        expect(winners.every((it) => it >= 0 && it < tickets)).toBe(true)
      }),
    )
  })
})
