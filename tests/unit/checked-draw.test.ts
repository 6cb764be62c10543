import { describe, expect, test } from 'vitest'
import type { Draw, Proof } from '#protocol/games.ts'
import { checkDraw, verdictOf, type CheckedDraw } from '#src/features/games/checked-draw.ts'
import { checkRound } from '#src/features/games/checked-round.ts'
import { numberingOf } from '#src/features/games/numbering.ts'
import { gamesOf, isEveryDraw, shownDraws } from '#src/features/games/shown-draws.ts'
import { hashOf, poolWinners } from '#src/lib/fair-draw.ts'
import { aDraw, aGame, slots } from '#tests/support/a-draw.ts'

const verdicts = ({ hash, odds, roll, slot }: CheckedDraw) => [hash, odds, roll, slot].map((it) => it.verdict).join(' ')
const withProof = (drawn: Draw, change: Partial<Proof>): Draw => ({ ...drawn, proof: { ...drawn.proof, ...change } })
const otherSlot = (drawn: Draw) => slots.find((it) => it.id !== drawn.proof.slotId)!

describe('a draw that was made by the description', () => {
  test('is right in every step', async () => {
    for (const nonce of [1, 2, 3, 50, 100])
      expect(verdicts(await checkDraw(await aDraw(nonce), aGame()))).toBe('right right right right')
  })

  test('waits while its seed is secret, but its slot is compared with the roll', async () => {
    const drawn = await aDraw()
    const secret = withProof(drawn, { serverSeed: null })
    expect(verdicts(await checkDraw(secret, aGame()))).toBe('waiting right waiting right')
    expect(verdicts(await checkDraw(withProof(secret, { slotId: otherSlot(drawn).id }), aGame()))).toBe(
      'waiting right waiting wrong',
    )
  })

  test('is right after its slot ran out, or under the guarantee', async () => {
    const soldOut = await aDraw(4, [700, 200, 90, 0])
    expect(verdicts(await checkDraw(soldOut, aGame()))).toBe('right right right right')
    const guaranteed = withProof(await aDraw(5, [0, 0, 90, 10]), { byGuarantee: true })
    expect(verdicts(await checkDraw(guaranteed, aGame()))).toBe('right right right right')
  })

  test('has nothing to compare its odds with once the rule has changed', async () => {
    const drawn = await aDraw()
    for (const game of [undefined, aGame({ version: 4 }), aGame({ id: 'other' })])
      expect(verdicts(await checkDraw(drawn, game))).toBe('right unknown right right')
  })
})

describe('a forged draw is refused', () => {
  test('with another slot, or another prize than the slot has', async () => {
    const drawn = await aDraw()
    const other = otherSlot(drawn)
    expect(verdicts(await checkDraw(withProof(drawn, { slotId: other.id }), aGame()))).toBe('right right right wrong')
    expect(verdicts(await checkDraw({ ...drawn, prize: other }, aGame()))).toBe('right right right wrong')
  })

  test('with another roll, even one of the same slot', async () => {
    const drawn = await aDraw()
    const { roll } = drawn.proof
    for (const forged of [roll - 1, roll + 1, 999, 1000])
      expect(verdicts(await checkDraw(withProof(drawn, { roll: forged }), aGame()))).toContain('right right wrong')
  })

  test('with another seed, hash, member seed or number', async () => {
    const drawn = await aDraw()
    const zeros = '00'.repeat(32)
    const first = async (change: Partial<Proof>) => verdicts(await checkDraw(withProof(drawn, change), undefined))
    expect(await first({ serverSeed: zeros })).toMatch(/^wrong unknown wrong/)
    expect(await first({ seedHash: zeros })).toMatch(/^wrong unknown right/)
    expect(await first({ memberSeed: 'yours' })).toMatch(/^right unknown wrong/)
    expect(await first({ nonce: 2 })).toMatch(/^right unknown wrong/)
  })

  test('with other weights, even where roll and slot stay', async () => {
    const swapped = await aDraw(1, [700, 200, 10, 90])
    expect(verdicts(await checkDraw(swapped, aGame()))).toBe('right wrong right right')
    // A slot without a limit of stock can't have run out.
    expect(verdicts(await checkDraw(await aDraw(1, [700, 200, 0, 10]), aGame()))).toBe('right wrong right right')
    // Without the guarantee being due, or with a slot that it doesn't name.
    expect(verdicts(await checkDraw(await aDraw(1, [0, 0, 90, 10]), aGame()))).toBe('right wrong right right')
    const padded = withProof(await aDraw(1, [0, 200, 90, 10]), { byGuarantee: true })
    expect(verdicts(await checkDraw(padded, aGame()))).toBe('right wrong right right')
    const shorter = await aDraw()
    const cut = withProof(shorter, { slots: shorter.proof.slots.slice(0, 3) })
    expect(verdicts(await checkDraw(cut, aGame()))).toMatch(/^right wrong wrong/)
  })

  test('with weights by which nothing can be drawn', async () => {
    const drawn = await aDraw()
    const none = withProof(drawn, { slots: drawn.proof.slots.map((it) => ({ ...it, weight: 0 })) })
    expect(verdicts(await checkDraw(none, undefined))).toBe('right unknown wrong wrong')
  })
})

test('one wrong step decides; a secret seed keeps it open', () => {
  expect(verdictOf(['right', 'waiting', 'wrong'])).toBe('wrong')
  expect(verdictOf(['right', 'waiting', 'unknown'])).toBe('waiting')
  expect(verdictOf(['right', 'unknown', 'right'])).toBe('right')
})

describe('the numbers of the draws with one seed', () => {
  test('have no gap up to the draw', async () => {
    const draws = await Promise.all([1, 2, 3, 4].map((it) => aDraw(it)))
    expect(numberingOf(draws[2]!, draws, true)).toEqual({ verdict: 'right', missing: [], twice: [] })
    expect(numberingOf(draws[0]!, [], true).verdict).toBe('right')
  })

  test('with a gap are wrong once every draw is known, and unknown before', async () => {
    const known = await Promise.all([1, 4].map((it) => aDraw(it)))
    expect(numberingOf(known[1]!, known, true)).toEqual({ verdict: 'wrong', missing: [2, 3], twice: [] })
    expect(numberingOf(known[1]!, known, false).verdict).toBe('unknown')
  })

  test('accuse nobody while the history lacks the draw itself: it may lack those before it too', async () => {
    const [first, , , drawn] = await Promise.all([1, 2, 3, 4].map((it) => aDraw(it)))
    for (const history of [[], [first!]])
      expect(numberingOf(drawn!, history, true)).toEqual({
        verdict: 'unknown',
        missing: history.length === 0 ? [1, 2, 3] : [2, 3],
        twice: [],
      })
  })

  test('are wrong where one comes twice, and draws with other seeds don’t count', async () => {
    const [one, two] = await Promise.all([aDraw(1), aDraw(2)])
    const again = { ...one, id: two.id.replace(/.$/, '9') }
    expect(numberingOf(two, [one, again], false)).toMatchObject({ verdict: 'wrong', twice: [1] })
    const other = withProof(again, { seedHash: '00'.repeat(32) })
    expect(numberingOf(two, [two, one, other], true).verdict).toBe('right')
    expect(numberingOf(two, [two, other], true)).toMatchObject({ verdict: 'wrong', missing: [1] })
  })
})

describe('a closed round of the pool', () => {
  const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
  async function aRound(draws = 40, shares = 3, points = 100) {
    const numbers = await poolWinners(seed, draws, shares)
    return {
      round: '2026-W47',
      points,
      draws,
      closedAt: '2026-11-20T05:46:00.000Z',
      seedHash: await hashOf(seed),
      seed,
      shares,
      winners: numbers.map((number) => ({ number, who: 'A***', amount: Math.floor(points / numbers.length) })),
    }
  }

  test('is right as the description says, with fewer tickets than shares and with none', async () => {
    for (const draws of [40, 2, 0])
      expect(await checkRound(await aRound(draws))).toMatchObject({ isHash: true, isWinners: true, isShares: true })
  })

  test('is refused with another seed, winner, order, number of winners or share', async () => {
    const round = await aRound()
    const [first, ...others] = round.winners
    expect(await checkRound({ ...round, seedHash: '00'.repeat(32) })).toMatchObject({ isHash: false })
    const free = round.winners.some((it) => it.number === 0) ? 39 : 0
    for (const winners of [[{ ...first!, number: free }, ...others], round.winners.toReversed(), others])
      expect(await checkRound({ ...round, winners })).toMatchObject({ isHash: true, isWinners: false })
    const more = [{ ...first!, amount: first!.amount + 1 }, ...others]
    expect(await checkRound({ ...round, winners: more })).toMatchObject({ isWinners: true, isShares: false })
    expect(await checkRound({ ...round, draws: 41 })).toMatchObject({ isWinners: false })
  })
})

describe('the filters of the history', () => {
  test('keep what was won, one game, or prizes in one state', async () => {
    const drawn = await aDraw()
    const won = { ...drawn, id: 'won', prize: slots[1]!, status: 0 as const }
    const received = { ...won, id: 'received', status: 1 as const }
    const lost = { ...drawn, id: 'lost', prize: null, status: null, game: 'wheel', gameName: 'A wheel' }
    const all = [won, received, lost]
    const ids = (filter: Parameters<typeof shownDraws>[1]) => shownDraws(all, filter).map((it) => it.id)
    expect(ids({})).toEqual(['won', 'received', 'lost'])
    expect(ids({ won: 'yes' })).toEqual(['won', 'received'])
    expect(ids({ won: 'no' })).toEqual(['lost'])
    expect(ids({ status: 'due' })).toEqual(['won'])
    expect(ids({ status: 'received', game: 'daily-box' })).toEqual(['received'])
    expect(ids({ status: 'cancelled' })).toEqual([])
    expect(ids({ game: 'wheel' })).toEqual(['lost'])
    expect(gamesOf(all)).toEqual([
      { id: 'wheel', name: 'A wheel' },
      { id: 'daily-box', name: 'Daily box' },
    ])
    expect(isEveryDraw({})).toBe(true)
    expect(isEveryDraw({ game: 'wheel' })).toBe(false)
  })
})
