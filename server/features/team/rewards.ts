import { sql } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'
import type { InvitationReward, invitationReceipt, invitationRewards } from '#protocol/team.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
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
  const rows = await rewardsOf(db, memberId)
    .$if(received !== undefined, (it) => it.where('receivedAt', received === true ? 'is not' : 'is', null))
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(made_at, reward.id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('madeAt', 'desc')
    .orderBy('reward.id', 'desc')
    .limit(limit + 1)
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
  const reward = await rewardsOf(db, memberId).where('reward.id', '=', rewardId).forUpdate('reward').executeTakeFirst()
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
  await db
    .updateTable('invitationReward')
    .set({ receivedAt })
    .where('memberId', '=', memberId)
    .where('id', '=', rewardId)
    .execute()
  return { reward: shown({ ...reward, receivedAt }), goldCoins: await balanceOf(db, gold) }
}

function rewardsOf(db: Db, memberId: string) {
  return db
    .selectFrom('invitationReward as reward')
    .innerJoin('member as invited', 'invited.id', 'reward.invitedId')
    .select([
      'reward.id',
      'reward.invitedId',
      'reward.goldCoins',
      'reward.madeAt',
      'reward.receivedAt',
      'invited.nickname',
      'invited.phone',
      'invited.deletedAt',
    ])
    .where('reward.memberId', '=', memberId)
}

type Row = Awaited<ReturnType<ReturnType<typeof rewardsOf>['execute']>>[number]

function shown({ id, goldCoins, madeAt, receivedAt, deletedAt, nickname, phone }: Row): InvitationReward {
  return {
    id,
    goldCoins,
    receivedAt,
    signedUpAt: madeAt,
    nameMasked: deletedAt === null ? maskedName({ nickname, phone }) : null,
  }
}
