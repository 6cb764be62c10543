import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Draws that a member makes at once, and the gold coins that they cost; Lucky Balls put nothing into a pool. */
interface Made {
  memberId: string
  round: string
  /** The round of the member's draw before (`lastRoundOf`). */
  before: string | undefined
  draws: number
  goldCoins: number
}

/**
 * The round of a member's last draw. Rounds follow each other, so that a member is new in one if their last draw was of
 * another. The caller has locked the member.
 */
export async function lastRoundOf(db: Db, memberId: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('draw')
    .select('round')
    .where('memberId', '=', memberId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.round
}

/** Counts draws in the tally of their round, from which the pool is read. */
export async function tallyDraws(db: Db, { memberId, round, before, draws, goldCoins }: Made): Promise<void> {
  await sql`
    insert into pool_tally as tally (round, shard, draws, members, spent)
    values (${round}, pool_shard(${memberId}::uuid), ${draws}, ${before === round ? 0 : 1}, ${goldCoins})
    on conflict (round, shard) do update set
      draws = tally.draws + excluded.draws,
      members = tally.members + excluded.members,
      spent = tally.spent + excluded.spent`.execute(db)
}
