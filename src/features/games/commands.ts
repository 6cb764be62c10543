import { useSyncExternalStore } from 'react'
import { boxReceipt, lotteryReceipt, type Draw } from '#protocol/games.ts'
import type { Command } from '../../outbox/command.ts'
import type { Outcome } from '../../outbox/command-runner.ts'
import { commands } from '../../outbox/current-commands.ts'
import { receiptOf, type Receipt } from '../../outbox/receipt.ts'
import { useCommand } from '../../outbox/use-command.ts'

/** Receives the prize of a draw: the command is saved on this device first. Boxes have a call of their own. */
export function useReceive({ id, kind }: Pick<Draw, 'id' | 'kind'>) {
  const ofLottery = useCommand(lotteryReceipt)
  const ofBox = useCommand(boxReceipt)
  const isLottery = kind === 'gold lottery' || kind === 'lucky lottery'
  return {
    isBusy: ofLottery.isBusy || ofBox.isBusy,
    receive: (): Promise<Outcome<typeof lotteryReceipt | typeof boxReceipt>> =>
      (isLottery ? ofLottery : ofBox).run({ drawId: id }),
  }
}

/** The receipts of prizes on this device that are under way or were answered within a day. */
export function useReceipts(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === lotteryReceipt.path || it.call === boxReceipt.path)
}

const listed = { 0: 'due', 1: 'received', 2: 'later' } as const

/** How the prize of a draw stands; a cancelled one can't be received. */
export function prizeReceipt({ id, status }: Pick<Draw, 'id' | 'status'>, receipts: readonly Command[]): Receipt {
  return receiptOf(
    listed[status ?? 2],
    receipts.filter((it) => it.args['drawId'] === id),
  )
}
