import { useSyncExternalStore } from 'react'
import { contractReceipt, type ContractBill } from '#protocol/contracts.ts'
import { weekReceive } from '#protocol/salary.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import type { Outcome } from '../../outbox/command-runner.ts'
import { useCommand } from '../../outbox/use-command.ts'

/** Receives one payment: the command is saved on this device first. A week's salary has a call of its own. */
export function useReceive({ id, week }: ContractBill) {
  const ofWeek = useCommand(weekReceive)
  const ofContract = useCommand(contractReceipt)
  return {
    isBusy: ofWeek.isBusy || ofContract.isBusy,
    receive: (): Promise<Outcome<typeof weekReceive | typeof contractReceipt>> =>
      week === null ? ofContract.run({ billId: id }) : ofWeek.run({ week }),
  }
}

/** The receipts of this device that are under way or were answered within a day. */
export function useReceipts(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === weekReceive.path || it.call === contractReceipt.path)
}
