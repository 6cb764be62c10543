import type { Game, PlayLimits, Seed } from '#protocol/games.ts'
import type { Clock } from '../../clock.ts'
import type { GameKind } from '../../db/game-schema.ts'
import type { Keyring } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import { gamesOf, prizeFunds, shownGame, type Words } from './games.ts'
import { limitsOf } from './limits.ts'
import { pointsOf } from './playing.ts'
import { offeredOf } from './rules.ts'
import { openSeed, shownSeed } from './seeds.ts'

interface Table {
  games: Game[]
  seed: Seed
  limits: PlayLimits
  goldCoins: number
  luckyBalls: number
}

/** Everything that a member sees before a draw: the games of some kinds, the seed's hash, limits and points. */
export async function tableOf(
  db: Db,
  ring: Keyring,
  { memberId, kinds, words }: { memberId: string; kinds: readonly GameKind[]; words: Words },
  clock: Clock,
): Promise<Table> {
  const player = await db
    .selectFrom('member')
    .select(['id', 'timeZone'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const funds = await prizeFunds(db)
  const games: Game[] = []
  for (const game of offeredOf(await gamesOf(db, { kinds })))
    games.push(await shownGame(db, game, { player, words, funds }, clock))
  return {
    games,
    seed: shownSeed(await openSeed(db, ring, memberId, clock)),
    limits: await limitsOf(db, player, clock),
    ...(await pointsOf(db, memberId)),
  }
}
