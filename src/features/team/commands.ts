import { useSyncExternalStore } from 'react'
import { invitationReceipt, type InvitationReward } from '#protocol/team.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import { receiptOf, type Receipt } from '../../outbox/receipt.ts'

/** The receipts of this device that are under way or were answered within a day. */
export function useReceipts(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === invitationReceipt.path)
}

export function rewardReceipt({ id, receivedAt }: InvitationReward, receipts: readonly Command[]): Receipt {
  return receiptOf(
    receivedAt === null ? 'due' : 'received',
    receipts.filter((it) => it.args['rewardId'] === id),
  )
}
