import {
  boxBills,
  boxJackpots,
  boxList,
  drawDetail,
  lotteryInfo,
  lotteryJackpots,
  poolLight,
  poolRecord,
  type gameKinds,
} from '#protocol/games.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

type Kind = (typeof gameKinds)[number]

/** A lottery with its odds, the seed of the next draw, the member's limits and points. */
export function lotteryOf(kind: 'gold' | 'lucky') {
  return readOf(lotteryInfo, { kind })
}

/** The boxes of one kind, and what stands around them, as for a lottery. */
export function boxesOf(kind: Extract<Kind, 'box' | 'second box'>) {
  return readOf(boxList, { kind })
}

/** One draw of the member with its proof. */
export function drawOf(drawId: string) {
  return readOf(drawDetail, { drawId })
}

/** The member's prizes in one state: 0 pending, 1 received, 2 cancelled. */
export function prizesOf(status: 0 | 1 | 2) {
  return infiniteReadOf(boxBills, { won: true, status, limit: 100 })
}

/** What can be won at the most in boxes and in lotteries. */
export const jackpots = { boxes: readOf(boxJackpots, {}), lotteries: readOf(lotteryJackpots, {}) }

/** The member's shares of the pool; each page also has the open round, the rule and the rounds that closed last. */
export const pool = infiniteReadOf(poolRecord, { limit: 100 })

/** The latest real prizes, names masked. */
export const light = readOf(poolLight, {})
