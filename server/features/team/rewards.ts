import { sql } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'
import type { InvitationReward, invitationReceipt, invitationRewards } from '#protocol/team.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { atOnce } from '../../db/at-once.ts'
import type { Db } from '../../db/open.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf, house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { inviteGoldCoins } from '../auth/rules.ts'
import { maskedName } from '../home/rules.ts'

const Cursor = v.tuple([InstantKey, Id])

/** A page of a member's rewards for invitations, newest first, with the sums of all of them. */
export async function rewardsPage(
  db: Db,
  memberId: string,
  { after, limit, received }: Args<typeof invitationRewards>,
): Promise<Answer<typeof invitationRewards>> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const rows = await db
    // First: whom the member invited lie elsewhere (docs/scale.md).
    .with('reward', (it) =>
      rewardsOf(it, memberId)
        .$if(received !== undefined, (of) => of.where('receivedAt', received === true ? 'is not' : 'is', null))
        .$if(cursor !== undefined, (of) =>
          of.where(sql<boolean>`(made_at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
        )
        .orderBy('madeAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1),
    )
    .selectFrom('reward')
    .innerJoin('member', 'member.id', 'invitedId')
    .selectAll('reward')
    .select(['nickname', 'phone', 'deletedAt'])
    .orderBy('madeAt', 'desc')
    .orderBy('reward.id', 'desc')
    .execute()
  const {
    rows: [sums],
  } = await sql<{ receivable: number; receivableCoins: number; receivedCoins: number }>`
    select (count(*) filter (where received_at is null))::int as receivable,
      coalesce(sum(gold_coins) filter (where received_at is null), 0)::bigint as receivable_coins,
      coalesce(sum(gold_coins) filter (where received_at is not null), 0)::bigint as received_coins
    from invitation_reward where member_id = ${memberId}`.execute(db)
  if (!sums) throw new Error('an aggregate without a row')
  return { ...pageOf(rows, limit, (row) => [row.madeAt, row.id], shown), ...sums, inviteGoldCoins }
}

/**
 * Moves a reward's coins to the member's points, once for ever. Throws a DomainError where the member has no such
 * reward, or has received it before.
 */
export async function receiveReward(
  db: Db,
  { memberId, rewardId }: { memberId: string; rewardId: string },
  clock: Clock,
): Promise<Answer<typeof invitationReceipt>> {
  const reward = await rewardsOf(db, memberId).where('id', '=', rewardId).forUpdate().executeTakeFirst()
  if (!reward) throw new DomainError('not_found')
  if (reward.receivedAt !== null) throw new DomainError('nothing_to_claim')
  const gold = { ownerId: memberId, code: 'gold', asset: 'GOLD' }
  await post(
    db,
    [
      {
        debit: house('mint'),
        credit: gold,
        amount: reward.goldCoins,
        asset: 'GOLD',
        kind: 'invite_reward',
        ref: reward.invitedId,
      },
    ],
    clock,
  )
  const receivedAt = instant(clock)
  const [invited, goldCoins] = await atOnce([
    db
      .selectFrom('member')
      .select(['nickname', 'phone', 'deletedAt'])
      .where('id', '=', reward.invitedId)
      .executeTakeFirstOrThrow(),
    balanceOf(db, gold),
    db
      .updateTable('invitationReward')
      .set({ receivedAt })
      .where('memberId', '=', memberId)
      .where('id', '=', rewardId)
      .execute(),
  ])
  return { reward: shown({ ...reward, ...invited, receivedAt }), goldCoins }
}

function rewardsOf(db: Pick<Db, 'selectFrom'>, memberId: string) {
  return db
    .selectFrom('invitationReward')
    .select(['id', 'invitedId', 'goldCoins', 'madeAt', 'receivedAt'])
    .where('memberId', '=', memberId)
}

type Row = Awaited<ReturnType<ReturnType<typeof rewardsOf>['execute']>>[number] & {
  nickname: string | null
  phone: string
  deletedAt: string | null
}

function shown({ id, goldCoins, madeAt, receivedAt, deletedAt, nickname, phone }: Row): InvitationReward {
  return {
    id,
    goldCoins,
    receivedAt,
    signedUpAt: madeAt,
    nameMasked: deletedAt === null ? maskedName({ nickname, phone }) : null,
  }
}
