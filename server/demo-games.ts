import type { Clock } from './clock.ts'
import type { Keyring } from './db/keyring.ts'
import type { Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { demoPeople } from './demo-team.ts'
import { drawsPage } from './features/games/draws.ts'
import type { Words } from './features/games/games.ts'
import { play } from './features/games/playing.ts'
import { receivePrize } from './features/games/receiving.ts'
import { tableOf } from './features/games/table.ts'
import { issueGiftCode, redeemGift } from './features/rewards/gift-codes.ts'

const kinds = ['gold lottery', 'lucky lottery', 'box', 'second box'] as const
const words: Words = { language: 'en', translate: (name) => name }
const code = 'PLAY-WITH-US'
/** Enough to play on after what was drawn here. */
const gifts = [
  { of: 'gold', amount: 2000 },
  { of: 'lucky', amount: 15 },
] as const
const day = 86_400_000

const players = [null, 'Budi', 'Putri', 'Agus'] as const

/** Who draws what, by days ago: the demo member, and members of their team. */
const plays: Record<number, readonly (readonly [who: string | null, game: string, count: number])[]> = {
  8: [
    [null, 'wheel', 1],
    [null, 'wheel', 1],
    ['Budi', 'wheel', 1],
    ['Putri', 'balls', 1],
    [null, 'ten', 5],
  ],
  5: [
    [null, 'nine', 1],
    ['Putri', 'ten', 5],
    [null, 'balls', 1],
    [null, 'balls', 1],
    ['Agus', 'nine', 1],
  ],
  2: [
    ['Budi', 'ten', 3],
    [null, 'wheel', 1],
    ['Agus', 'balls', 1],
    [null, 'ten', 5],
    ['Putri', 'wheel', 1],
  ],
}

/**
 * What members of the demonstration played on one of its days, in a transaction. On the first of them they redeem a
 * code for points; on the others the demo member receives the points that earlier draws won.
 */
export async function playInDemo(db: Db, ring: Keyring, days: number, clock: Clock): Promise<void> {
  const today = plays[days]
  if (!today) return
  const members = await demoPeople(db)
  if (days === 8)
    await giveCodes(
      db,
      ring,
      players.flatMap((who) => members.get(who) ?? []),
      clock,
    )
  else await receivePoints(db, clock)
  for (const [who, game, count] of today) {
    const memberId = members.get(who)
    if (memberId !== undefined) await draw(db, ring, { memberId, game, count }, clock)
  }
}

async function giveCodes(db: Db, ring: Keyring, memberIds: readonly string[], clock: Clock): Promise<void> {
  const expiresAt = new Date(clock.now() + day).toISOString()
  await issueGiftCode(db, { code, gifts, uses: memberIds.length, expiresAt }, clock)
  for (const memberId of memberIds) await redeemGift(db, ring, { memberId, code }, clock)
}

async function draw(
  db: Db,
  ring: Keyring,
  { memberId, game: gameId, count }: { memberId: string; game: string; count: number },
  clock: Clock,
): Promise<void> {
  const { games, seed } = await tableOf(db, ring, { memberId, kinds, words }, clock)
  const game = games.find((it) => it.id === gameId)
  if (!game || game.closed !== null) return
  const { seedHash } = seed
  const expectedPrice = game.price.amount * count
  const wanted = { memberId, kinds, gameId, count, seedHash, memberSeed: 'voltfolio', odds: game.odds, expectedPrice }
  await play(db, ring, wanted, words, clock)
}

async function receivePoints(db: Db, clock: Clock): Promise<void> {
  const memberId = demoMember.id
  const { items } = await drawsPage(db, memberId, { limit: 100, status: 0 }, words)
  for (const { id: drawId } of items.filter((it) => it.prize?.type === 1))
    await receivePrize(db, { memberId, drawId, kinds }, words, clock)
}
