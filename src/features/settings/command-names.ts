import { useLingui } from '@lingui/react/macro'
import type { QueueablePath } from '#protocol/queueable.ts'
import type { Command } from '../../outbox/command.ts'

/** What the member did, in their words. */
export function useCommandName(): (command: Command) => string {
  const { t } = useLingui()
  const names: Record<QueueablePath, (args: Command['args']) => string> = {
    'game/sign': () => t`Check-in`,
    'g/user/goods/earnings/claim': ({ unitId }) =>
      unitId === undefined ? t`Claim of all income` : t`Claim of one product's income`,
    'g/account/earn/receive': () => t`Transfer into the income wallet`,
    'g/account/week/receive': () => t`Weekly salary`,
    'game/box/confirmReceipt': () => t`Prize from a box`,
    'lottery/receipt': () => t`Prize from the lottery`,
    'pool/rules/confirm/receipt': () => t`Prize from the pool`,
    'invitation/reward/confirm/receipt': () => t`Gold coins for an invitation`,
    'g/contract/confirm/receipt': () => t`Contract receipt`,
    'redeemCodeRule/use': ({ code }) => (typeof code === 'string' ? t`Gift code ${code}` : t`Gift code`),
    'mallNotice/getRead': () => t`Messages marked read`,
    'mallNotice/readAll': () => t`All messages marked read`,
    'address/save': () => t`Address saved`,
    'address/delete': () => t`Address deleted`,
    'user/update/info': () => t`Profile changed`,
    'push/choose': () => t`Choice of notifications`,
    'common/record/add': () => t`Note of use`,
  }
  return ({ call, args }) =>
    Object.hasOwn(names, call) ? names[call as QueueablePath](args) : t`Something this version can't read`
}
