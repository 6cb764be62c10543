import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { settingOf } from '../../db/settings.ts'
import { accountOf, systemAccount } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { inviteGoldCoins } from './rules.ts'

/** The operator's own invite code: it allows a registration and rewards nobody. */
export async function houseInviteCode(db: Db): Promise<string> {
  return (await settingOf(db, 'house_invite_code', v.string())) ?? ''
}

/** Credits the inviter 300 gold coins, once per invited member, whatever that member pays later. */
export async function rewardInviter(
  db: Db,
  { memberId, inviterId }: { memberId: string; inviterId: string },
  clock: Clock,
): Promise<void> {
  await post(
    db,
    [
      {
        debit: await systemAccount(db, 'mint', 'GOLD'),
        credit: await accountOf(db, { ownerId: inviterId, code: 'gold', asset: 'GOLD' }),
        amount: inviteGoldCoins,
        asset: 'GOLD',
        kind: 'invite_reward',
        ref: memberId,
      },
    ],
    clock,
  )
}
