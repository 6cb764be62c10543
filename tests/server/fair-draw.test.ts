import { describe, expect, test } from 'vitest'
import { demoRules } from '#server/features/games/demo-rules.ts'
import { newSeed, rollOf, slotAt, winningTickets } from '#server/features/games/fair-draw.ts'
import { guaranteedWeights, limitAfter, topPrize, weightsNow } from '#server/features/games/rules.ts'

/** `DRAWS=1000000` draws as many of each rule; the default takes a fifth of a second. */
const draws = Number(process.env['DRAWS'] ?? 20_000)
/** Fixed, so that a run that passed passes again. */
const serverSeed = '5f'.repeat(32)

/** Chi-square that one in a million fair samples exceeds, by Wilson and Hilferty; 4.753 standard deviations. */
function critical(degrees: number): number {
  const part = 2 / (9 * degrees)
  return degrees * (1 - part + 4.753 * Math.sqrt(part)) ** 3
}

describe('a draw', () => {
  test('is what the description says, computed by hand', () => {
    // HMAC-SHA-256 under 32 bytes 00, message "me:1:0", begins with these six bytes (Python's hmac).
    const roll = rollOf({ serverSeed: '00'.repeat(32), memberSeed: 'me', nonce: 1 }, 2 ** 48)
    expect(roll.toString(16).padStart(12, '0')).toBe('51bed740f84e')
  })

  test.each(demoRules)(
    'of $id falls on every slot as often as its weight says',
    ({ slots }) => {
      const weights = slots.map((it) => it.weight)
      const total = weights.reduce((sum, it) => sum + it, 0)
      const seen = weights.map(() => 0)
      for (let nonce = 1; nonce <= draws; nonce += 1) {
        const at = slotAt(weights, rollOf({ serverSeed, memberSeed: 'fair', nonce }, total))
        seen[at] = (seen[at] ?? 0) + 1
      }
      const chiSquare = weights.reduce((sum, weight, n) => {
        const expected = (draws * weight) / total
        return sum + ((seen[n] ?? 0) - expected) ** 2 / expected
      }, 0)
      expect(chiSquare).toBeLessThan(critical(weights.length - 1))
    },
    120_000,
  )

  test('has no bias: of the numbers that are taken, each roll has equally many', () => {
    for (const total of [1, 2, 3, 7, 1000, 999_983, 1_000_000_000]) {
      const limit = 2n ** 48n - (2n ** 48n % BigInt(total))
      expect([limit % BigInt(total), 2n ** 48n - limit < BigInt(total)]).toEqual([0n, true])
    }
  })

  test('takes the slot whose sum is first above the roll, and never one that weighs nothing', () => {
    expect([0, 1, 2, 3, 4].map((roll) => slotAt([0, 2, 0, 3, 0], roll))).toEqual([1, 1, 3, 3, 3])
    expect(() => slotAt([0, 2], 2)).toThrow(RangeError)
  })

  test('of the pool has as many different tickets as the rule says, or all', () => {
    const won = winningTickets(serverSeed, { tickets: 6, winners: 5 })
    expect([won.length, new Set(won).size, won.every((it) => it >= 0 && it < 6)]).toEqual([5, 5, true])
    expect(winningTickets(serverSeed, { tickets: 3, winners: 5 }).toSorted()).toEqual([0, 1, 2])
    expect(winningTickets(serverSeed, { tickets: 0, winners: 5 })).toEqual([])
  })

  test('has a new seed each time', () => {
    const seeds = Array.from({ length: 50 }, newSeed)
    expect(new Set(seeds.map((it) => it.seed)).size).toBe(50)
    expect(seeds.every((it) => /^[0-9a-f]{64}$/.test(it.seed) && /^[0-9a-f]{64}$/.test(it.hash))).toBe(true)
  })
})

test('what is used up weighs nothing, and a guarantee leaves the guaranteed', () => {
  const slots = [
    { weight: 5, left: null, guaranteed: false },
    { weight: 3, left: 0, guaranteed: true },
    { weight: 2, left: 4, guaranteed: true },
  ]
  expect([weightsNow(slots), guaranteedWeights(slots)]).toEqual([
    [5, 0, 2],
    [0, 0, 2],
  ])
})

test('the highest prize is the most money, else the rarest; what is used up comes last', () => {
  const slot = (weight: number, gift: 'gold' | number | null, left: number | null = null) => ({
    weight,
    left,
    guaranteed: false,
    gift:
      gift === null
        ? null
        : gift === 'gold'
          ? ({ of: 'gold', amount: 9 } as const)
          : ({ of: 'money', amount: gift, currency: 'USD' } as const),
  })
  expect(topPrize([slot(1, null), slot(5, 'gold'), slot(3, 'gold')])).toBe(2)
  expect(topPrize([slot(1, 'gold'), slot(5, 100), slot(9, 300)])).toBe(2)
  expect(topPrize([slot(1, 'gold'), slot(5, 100), slot(9, 300, 0)])).toBe(1)
  expect(topPrize([slot(1, null)])).toBe(-1)
})

test("a limit of one's own holds at once where it is tighter, tomorrow where it is looser", () => {
  const now = { daily: 5, next: null }
  expect(limitAfter(now, 3, 'T')).toEqual({ daily: 3, next: null })
  expect(limitAfter(now, 9, 'T')).toEqual({ daily: 5, next: { daily: 9, from: 'T' } })
  expect(limitAfter(now, null, 'T')).toEqual({ daily: 5, next: { daily: null, from: 'T' } })
  expect(limitAfter({ daily: null, next: null }, 7, 'T')).toEqual({ daily: 7, next: null })
})
