import { useSyncExternalStore } from 'react'
import { contractReceipt, type ContractBill } from '#protocol/contracts.ts'
import { weekReceive } from '#protocol/salary.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-outbox.ts'
import { save, type Saved } from '../../outbox/save.ts'

/** Receives one piece of pay: kept on this device, sent when it can be. A week has a call of its own. */
export function receive({ id, week }: ContractBill): Promise<Saved> {
  return week === null ? save(contractReceipt, { billId: id }) : save(weekReceive, { week })
}

/** Everything received on this device that is under way or was answered within a day. */
export function useReceipts(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === weekReceive.path || it.call === contractReceipt.path)
}
