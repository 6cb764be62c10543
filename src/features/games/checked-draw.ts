import type { Draw, Game } from '#protocol/games.ts'
import { draw as drawAgain, hashOf, slotAt, sumOf } from '../../lib/fair-draw.ts'
import type { Sent } from './shown-before.ts'

/** `waiting`: only possible once the seed is revealed; `unknown`: what it is compared with isn't on this device. */
export type Verdict = 'right' | 'wrong' | 'waiting' | 'unknown'

/** The steps by which a draw is checked (docs/fair-draws.md), with the figures that this device computed. */
export interface CheckedDraw {
  /** What this device sent with the draw; undefined where it doesn't know. */
  sent: Sent | undefined
  /** SHA-256 of the revealed seed is the hash that was shown before. */
  hash: { verdict: Verdict; computed: string | undefined }
  /** The weights are those of the published rule, and of the odds that were agreed to. */
  odds: { verdict: Verdict }
  /** The roll comes out as recorded, with the member's seed as sent; `total` is the sum of the weights. */
  roll: { verdict: Verdict; computed: number | undefined; total: number }
  /** The slot at the roll is the recorded one, and its prize was given. `index` counts from 0; -1 is no slot. */
  slot: { verdict: Verdict; index: number }
}

/** Repeats a draw. `published` is the game as it is offered now, `sent` what the draw was sent with, where known. */
export async function checkDraw(
  drawn: Draw,
  published: Game | undefined,
  sent: Sent | undefined,
): Promise<CheckedDraw> {
  const { proof, prize } = drawn
  const weights = proof.slots.map((it) => it.weight)
  const { serverSeed, memberSeed, nonce } = proof
  const isSecret = serverSeed === null
  const computed = isSecret ? undefined : await hashOf(serverSeed)
  const again = isSecret
    ? undefined
    : await drawAgain({ serverSeed, memberSeed, nonce, weights }).catch(nothingCanBeDrawn)
  const index = again?.index ?? slotAt(proof.roll, weights)
  const isSlot = proof.slots[index]?.id === proof.slotId && (prize === null || prize.id === proof.slotId)
  const verdict = (isRight: boolean): Verdict => (isSecret ? 'waiting' : isRight ? 'right' : 'wrong')
  // Without it every figure comes from the same late answer, and would fit another seed as well.
  const isHashSent = sent && sent.seedHash === proof.seedHash
  const isSeedSent = (sent?.memberSeed ?? memberSeed) === memberSeed
  const fits = verdict(computed === proof.seedHash)
  return {
    sent,
    hash: {
      verdict: isHashSent === false ? 'wrong' : fits === 'right' && !isHashSent ? 'unknown' : fits,
      computed,
    },
    odds: { verdict: sent && !areNamedBy(sent.odds, drawn) ? 'wrong' : oddsVerdict(drawn, published) },
    roll: {
      verdict: isSeedSent ? verdict(again?.roll === proof.roll) : 'wrong',
      computed: again?.roll,
      total: sumOf(weights),
    },
    // Whether the slot fits the roll shows before the seed is revealed.
    slot: { verdict: isSlot ? 'right' : 'wrong', index },
  }
}

/** The verdict of all steps together: one that is wrong decides. */
export function verdictOf(verdicts: readonly Verdict[]): 'right' | 'wrong' | 'waiting' {
  if (verdicts.includes('wrong')) return 'wrong'
  return verdicts.includes('waiting') ? 'waiting' : 'right'
}

/** Weights that add up to nothing, or seeds that are none, can't have drawn anything. */
function nothingCanBeDrawn(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error
}

/**
 * A weight is the published one or 0. It may be 0 for a slot of limited stock, and for slots that the guarantee left
 * out. A rule that was changed since can't be compared.
 */
function oddsVerdict({ game, proof }: Draw, published: Game | undefined): Verdict {
  if (published === undefined || published.id !== game || published.version !== proof.version) return 'unknown'
  const isSame =
    published.slots.length === proof.slots.length &&
    published.slots.every((rule, place) => {
      const slot = proof.slots[place]
      if (slot?.id !== rule.id) return false
      if (slot.weight === 0) return rule.weight === 0 || rule.left !== null || (proof.byGuarantee && !rule.guaranteed)
      const isPublished = slot.weight === rule.weight || (rule.weight === 0 && rule.left !== null)
      return isPublished && (!proof.byGuarantee || rule.guaranteed)
    })
  return isSame ? 'right' : 'wrong'
}

const named = /^([^:]+):(\d+):([01]+)(?::\d+)?$/

/**
 * Whether a draw's weights are of the odds with this name (protocol/games.ts, `odds`): of that version, and nothing was
 * drawn from that couldn't be. The guarantee leaves slots out. A name of another form tells nothing.
 */
function areNamedBy(odds: string, { game, proof: { version, slots, byGuarantee } }: Draw): boolean {
  const [, ofGame, ofVersion, inStock] = named.exec(odds) ?? []
  if (inStock === undefined) return true
  if (ofGame !== game || Number(ofVersion) !== version || inStock.length !== slots.length) return false
  return slots.every(({ weight }, place) =>
    weight > 0 ? inStock[place] === '1' : byGuarantee || inStock[place] === '0',
  )
}
