import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Draws that a member makes at once, and the gold coins that they cost; Lucky Balls put nothing into a pool. */
interface Made {
  memberId: string
  round: string
  draws: number
  goldCoins: number
}

/**
 * Counts draws in the tally of their round, from which the pool is read. Must be called before they are written, with
 * their member locked: rounds follow each other, so that a member is new in one if their last draw was of another.
 */
export async function tallyDraws(db: Db, { memberId, round, draws, goldCoins }: Made): Promise<void> {
  await sql`
    insert into pool_tally as tally (round, shard, draws, members, spent)
    select ${round}, pool_shard(${memberId}::uuid), ${draws}::bigint, case when (
      select round from draw where member_id = ${memberId}::uuid order by number desc limit 1
    ) is distinct from ${round}::text then 1 else 0 end, ${goldCoins}::bigint
    on conflict (round, shard) do update set
      draws = tally.draws + excluded.draws,
      members = tally.members + excluded.members,
      spent = tally.spent + excluded.spent`.execute(db)
}
