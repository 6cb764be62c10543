import { describe, expect, test } from 'vitest'
import type { Draw, Game, Proof } from '#protocol/games.ts'
import { checkDraw, verdictOf, type CheckedDraw } from '#src/features/games/checked-draw.ts'
import { checkRound } from '#src/features/games/checked-round.ts'
import { numberingOf } from '#src/features/games/numbering.ts'
import type { Sent } from '#src/features/games/shown-before.ts'
import { gamesOf, isEveryDraw, shownDraws } from '#src/features/games/shown-draws.ts'
import { draw, hashOf, poolWinners } from '#src/lib/fair-draw.ts'
import { aDraw, aGame, slots } from '#tests/support/a-draw.ts'

/** What a device sent that played by itself; the odds are of the version and stock of `aGame`. */
const sentOf = ({ id, proof: { seedHash, memberSeed } }: Draw): Sent => ({
  draws: [id],
  seedHash,
  memberSeed,
  odds: 'daily-box:3:1111',
})
/** A check on the device that sent the draw, as it `was` then. */
const check = (drawn: Draw, published: Game | undefined, was = drawn) => checkDraw(drawn, published, sentOf(was))
const verdicts = ({ hash, odds, roll, slot }: CheckedDraw) => [hash, odds, roll, slot].map((it) => it.verdict).join(' ')
const withProof = (drawn: Draw, change: Partial<Proof>): Draw => ({ ...drawn, proof: { ...drawn.proof, ...change } })
const otherSlot = (drawn: Draw) => slots.find((it) => it.id !== drawn.proof.slotId)!

describe('a draw that was made by the description', () => {
  test('is right in every step', async () => {
    for (const nonce of [1, 2, 3, 50, 100])
      expect(verdicts(await check(await aDraw(nonce), aGame()))).toBe('right right right right')
  })

  test('waits while its seed is secret, but its slot is compared with the roll', async () => {
    const drawn = await aDraw()
    const secret = withProof(drawn, { serverSeed: null })
    expect(verdicts(await check(secret, aGame()))).toBe('waiting right waiting right')
    expect(verdicts(await check(withProof(secret, { slotId: otherSlot(drawn).id }), aGame()))).toBe(
      'waiting right waiting wrong',
    )
  })

  test('is right after its slot ran out, or under the guarantee', async () => {
    const soldOut = await aDraw(4, [700, 200, 90, 0])
    expect(verdicts(await checkDraw(soldOut, aGame(), { ...sentOf(soldOut), odds: 'daily-box:3:1110' }))).toBe(
      'right right right right',
    )
    const guaranteed = withProof(await aDraw(5, [0, 0, 90, 10]), { byGuarantee: true })
    expect(verdicts(await check(guaranteed, aGame()))).toBe('right right right right')
  })

  test('has nothing to compare its odds with once the rule has changed', async () => {
    const drawn = await aDraw()
    for (const game of [undefined, aGame({ version: 4 }), aGame({ id: 'other' })])
      expect(verdicts(await check(drawn, game))).toBe('right unknown right right')
  })
})

describe('a forged draw is refused', () => {
  test('with another slot, or another prize than the slot has', async () => {
    const drawn = await aDraw()
    const other = otherSlot(drawn)
    expect(verdicts(await check(withProof(drawn, { slotId: other.id }), aGame()))).toBe('right right right wrong')
    expect(verdicts(await check({ ...drawn, prize: other }, aGame()))).toBe('right right right wrong')
  })

  test('with another roll, even one of the same slot', async () => {
    const drawn = await aDraw()
    const { roll } = drawn.proof
    for (const forged of [roll - 1, roll + 1, 999, 1000])
      expect(verdicts(await check(withProof(drawn, { roll: forged }), aGame()))).toContain('right right wrong')
  })

  test('with another seed, hash, member seed or number', async () => {
    const drawn = await aDraw()
    const zeros = '00'.repeat(32)
    const first = async (change: Partial<Proof>) => verdicts(await check(withProof(drawn, change), undefined, drawn))
    expect(await first({ serverSeed: zeros })).toMatch(/^wrong unknown wrong/)
    expect(await first({ seedHash: zeros })).toMatch(/^wrong unknown right/)
    expect(await first({ memberSeed: 'yours' })).toMatch(/^right unknown wrong/)
    expect(await first({ nonce: 2 })).toMatch(/^right unknown wrong/)
  })

  test('with other weights, even where roll and slot stay', async () => {
    const swapped = await aDraw(1, [700, 200, 10, 90])
    expect(verdicts(await check(swapped, aGame()))).toBe('right wrong right right')
    // A slot without a limit of stock can't have run out.
    expect(verdicts(await check(await aDraw(1, [700, 200, 0, 10]), aGame()))).toBe('right wrong right right')
    // Without the guarantee being due, or with a slot that it doesn't name.
    expect(verdicts(await check(await aDraw(1, [0, 0, 90, 10]), aGame()))).toBe('right wrong right right')
    const padded = withProof(await aDraw(1, [0, 200, 90, 10]), { byGuarantee: true })
    expect(verdicts(await check(padded, aGame()))).toBe('right wrong right right')
    const shorter = await aDraw()
    const cut = withProof(shorter, { slots: shorter.proof.slots.slice(0, 3) })
    expect(verdicts(await check(cut, aGame()))).toMatch(/^right wrong wrong/)
  })

  test('with weights by which nothing can be drawn', async () => {
    const drawn = await aDraw()
    const none = withProof(drawn, { slots: drawn.proof.slots.map((it) => ({ ...it, weight: 0 })) })
    expect(verdicts(await checkDraw(none, undefined, undefined))).toBe('unknown unknown wrong wrong')
  })
})

describe('a draw whose seed was changed after it', () => {
  /** The same draw by another seed of the server's or of the member's, with every figure in order. */
  async function madeUp(drawn: Draw, change: { serverSeed?: string; memberSeed?: string }) {
    const { nonce, serverSeed, memberSeed } = { ...drawn.proof, ...change }
    const by = { serverSeed: serverSeed ?? '', memberSeed, nonce, weights: slots.map((it) => it.weight) }
    const { roll, index } = await draw(by)
    const slot = slots[index]!
    const made = { ...change, seedHash: await hashOf(by.serverSeed), roll, slotId: slot.id }
    return { ...withProof(drawn, made), prize: slot.reward ? slot : null }
  }

  test('is refused on the device that played, before the reveal too', async () => {
    const drawn = await aDraw()
    const forged = await madeUp(drawn, { serverSeed: '11'.repeat(32) })
    expect(verdicts(await check(forged, aGame(), drawn))).toBe('wrong right right right')
    expect(verdicts(await check(withProof(forged, { serverSeed: null }), aGame(), drawn))).toMatch(/^wrong/)
    const reseeded = await madeUp(drawn, { memberSeed: 'not mine' })
    expect(verdicts(await check(reseeded, aGame(), drawn))).toBe('right right wrong right')
  })

  test('isn’t known elsewhere: there, no hash is called the one that was shown', async () => {
    const drawn = await aDraw()
    for (const it of [drawn, await madeUp(drawn, { serverSeed: '11'.repeat(32) })])
      expect(verdicts(await checkDraw(it, aGame(), undefined))).toBe('unknown right right right')
    const broken = withProof(drawn, { seedHash: '00'.repeat(32) })
    expect(verdicts(await checkDraw(broken, aGame(), undefined))).toMatch(/^wrong/)
  })

  test('is refused with other odds than were agreed to; a name of another form tells nothing', async () => {
    const drawn = await aDraw()
    const by = async (odds: string, it = drawn) => (await checkDraw(it, aGame(), { ...sentOf(it), odds })).odds.verdict
    expect(await by('daily-box:3:1111')).toBe('right')
    for (const odds of ['daily-box:2:1111', 'other:3:1111', 'daily-box:3:1110', 'daily-box:3:11110'])
      expect(await by(odds), odds).toBe('wrong')
    expect(await by('daily-box:3:1111', await aDraw(4, [700, 200, 90, 0]))).toBe('wrong')
    const guaranteed = withProof(await aDraw(5, [0, 0, 90, 10]), { byGuarantee: true })
    expect(await by('daily-box:3:1111:1', guaranteed)).toBe('right')
    expect(await by('3')).toBe('right')
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
      expect(await checkRound(await aRound(draws), await hashOf(seed))).toMatchObject({
        hash: 'right',
        isWinners: true,
        isShares: true,
      })
  })

  test('is refused with another seed, winner, order, number of winners or share', async () => {
    const round = await aRound()
    const [first, ...others] = round.winners
    expect(await checkRound({ ...round, seedHash: '00'.repeat(32) }, undefined)).toMatchObject({ hash: 'wrong' })
    const free = round.winners.some((it) => it.number === 0) ? 39 : 0
    for (const winners of [[{ ...first!, number: free }, ...others], round.winners.toReversed(), others])
      expect(await checkRound({ ...round, winners }, round.seedHash)).toMatchObject({
        hash: 'right',
        isWinners: false,
      })
    const more = [{ ...first!, amount: first!.amount + 1 }, ...others]
    expect(await checkRound({ ...round, winners: more }, undefined)).toMatchObject({ isWinners: true, isShares: false })
    expect(await checkRound({ ...round, draws: 41 }, undefined)).toMatchObject({ isWinners: false })
  })

  test('is refused where its seed isn’t that of the hash which this device showed', async () => {
    const round = await aRound()
    expect(await checkRound(round, 'ff'.repeat(32))).toMatchObject({ hash: 'wrong', isWinners: true, isShares: true })
    expect(await checkRound(round, undefined)).toMatchObject({ hash: 'unknown', shown: undefined })
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
