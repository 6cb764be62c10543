import { sql } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import type { poolReceipt, poolRecord, PoolRound, PoolShare } from '#protocol/games.ts'
import { Id } from '#protocol/primitives.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { maskedName } from '../home/rules.ts'
import { pointsOf } from './playing.ts'
import { inRound } from './pool-closing.ts'
import { closingOf, openingOf, roundAt, roundOf, type RoundRow } from './pool-rounds.ts'
import { give } from './receiving.ts'

const Cursor = v.tuple([InstantKey, Id])
const closedShown = 8

/** The open round, the last ones that closed, and a page of the caller's shares with their rounds. */
export async function poolPage(
  db: Db,
  ring: Keyring,
  { memberId, after, limit }: { memberId: string } & Args<typeof poolRecord>,
  clock: Clock,
): Promise<Answer<typeof poolRecord>> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const shares = await db
    .selectFrom('poolShare')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('amount', '>', 0)
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const round = await roundOf(db, ring, roundAt(clock.now()))
  const { count: ownDraws } = await db
    .selectFrom('draw')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    // By the index over a member's days. Clocks of servers may differ a little at the turn of the week.
    .where('at', '>=', instant(openingOf(round.round) - 3_600_000))
    .where('round', '=', round.round)
    .executeTakeFirstOrThrow()
  const page = pageOf(shares, limit, (row) => [row.at, row.id], shownShare)
  const closed = await db
    .selectFrom('poolRound')
    .selectAll()
    .where('closedAt', 'is not', null)
    .orderBy('round', 'desc')
    .limit(closedShown)
    .execute()
  const listed = new Set(closed.map((it) => it.round))
  const earlier = [...new Set(page.items.map((it) => it.round))].filter((it) => !listed.has(it))
  return {
    ...page,
    rule: { shareBasisPoints: round.shareBp, winners: round.winners },
    round: round.round,
    seedHash: round.seedHash,
    closesAt: instant(closingOf(round.round)),
    ownDraws,
    ...(await inRound(db, round)),
    closedRounds: await shownRounds(db, closed),
    shareRounds: await shownRounds(db, await roundsNamed(db, earlier)),
  }
}

/** Receives a share of the pool, once for ever. Throws a DomainError where it isn't the member's, or was received. */
export async function receiveShare(
  db: Db,
  { memberId, shareId }: { memberId: string; shareId: string },
  clock: Clock,
): Promise<Answer<typeof poolReceipt>> {
  const share = await db
    .selectFrom('poolShare')
    .selectAll()
    .where('id', '=', shareId)
    .where('memberId', '=', memberId)
    .where('amount', '>', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!share) throw new DomainError('not_found')
  if (share.status !== 0) throw new DomainError('nothing_to_claim')
  const { amount, round: subject } = share
  await give(db, { memberId, ref: shareId, gift: { of: 'gold', amount }, subject }, clock)
  const received = { status: 1 as const, receivedAt: instant(clock) }
  await db.updateTable('poolShare').set(received).where('memberId', '=', memberId).where('id', '=', shareId).execute()
  return { share: shownShare({ ...share, ...received }), ...(await pointsOf(db, memberId)) }
}

async function roundsNamed(db: Db, names: readonly string[]): Promise<RoundRow[]> {
  if (names.length === 0) return []
  return await db.selectFrom('poolRound').selectAll().where('round', 'in', names).orderBy('round', 'desc').execute()
}

/** Closed rounds with their seeds and winners, names masked. */
async function shownRounds(db: Db, rounds: readonly RoundRow[]): Promise<PoolRound[]> {
  if (rounds.length === 0) return []
  const winners = await db
    .selectFrom('poolShare')
    .innerJoin('member', 'member.id', 'memberId')
    .select(['round', 'ticket', 'amount', 'nickname', 'phone', 'deletedAt'])
    .where(
      'round',
      'in',
      rounds.map((it) => it.round),
    )
    .orderBy('place')
    .execute()
  return rounds.map(({ round, points, draws, closedAt, seedHash, seed, winners: shares }) => ({
    round,
    points: points ?? 0,
    draws: draws ?? 0,
    closedAt: closedAt ?? '',
    seedHash,
    seed: seed ?? '',
    shares,
    winners: winners
      .filter((it) => it.round === round)
      .map((it) => ({ number: it.ticket, who: it.deletedAt === null ? maskedName(it) : '***', amount: it.amount })),
  }))
}

function shownShare(row: {
  id: string
  round: string
  amount: number
  status: 0 | 1 | 2
  at: string
  receivedAt: string | null
}): PoolShare {
  const { id, round, amount, status, at, receivedAt } = row
  return { id, round, reward: { of: 'gold', amount }, status, at, receivedAt }
}
