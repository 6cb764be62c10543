import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
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

/**
 * Makes the inviter's one reward for a member who has just registered, to be received, and tells them. A phone that
 * brought a reward before brings none: a deletion frees it for another account.
 */
export async function rewardInviter(
  db: Db,
  ring: Keyring,
  { memberId, inviterId, phone, nickname }: Invited,
  clock: Clock,
): Promise<void> {
  const text = `invited phone ${phone}`
  // Registrations of one phone wait for each other at its row of `member_phone`, so none is missed here.
  const known = await db
    .selectFrom('invitationReward')
    .select('id')
    .where('phoneDigest', 'in', ring.digests(text))
    .executeTakeFirst()
  if (known) return
  await db
    .insertInto('invitationReward')
    .values({
      id: randomUUID(),
      memberId: inviterId,
      invitedId: memberId,
      phoneDigest: ring.digest(text),
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
