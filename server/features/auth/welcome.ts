import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { settingOf } from '../../db/settings.ts'
import { notify } from '../../notices/notify.ts'
import { maskedName } from '../home/rules.ts'
import { inviteGoldCoins } from './rules.ts'

/** The operator's own invite code: it allows a registration and rewards nobody. */
export async function houseInviteCode(db: Db): Promise<string> {
  return (await settingOf(db, 'house_invite_code', v.string())) ?? ''
}

interface Invited {
  memberId: string
  inviterId: string
  phone: string
  nickname: string | null
}

/** Makes the inviter's one reward for a member who has just registered, to be received, and tells them. */
export async function rewardInviter(
  db: Db,
  { memberId, inviterId, phone, nickname }: Invited,
  clock: Clock,
): Promise<void> {
  await db
    .insertInto('invitationReward')
    .values({
      id: randomUUID(),
      memberId: inviterId,
      invitedId: memberId,
      goldCoins: inviteGoldCoins,
      madeAt: instant(clock),
      receivedAt: null,
    })
    .execute()
  await notify(
    db,
    [
      {
        memberId: inviterId,
        kind: 'invited_registered',
        ref: memberId,
        params: { name: maskedName({ nickname, phone }), goldCoins: inviteGoldCoins },
        route: '/pages/my/inviteGift',
      },
    ],
    clock,
  )
}
