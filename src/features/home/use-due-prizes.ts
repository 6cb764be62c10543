import { useInfiniteQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { boxBills, boxReceipt, lotteryReceipt } from '#protocol/games.ts'
import { infiniteReadOf } from '../../cache/read-of.ts'
import { isOpen } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

// As the page of the prizes reads them, so that both share one answer.
const duePrizes = infiniteReadOf(boxBills, { won: true, status: 0, limit: 100 })
const receipts: readonly string[] = [boxReceipt.path, lotteryReceipt.path]

/** The number of prizes that wait to be received; those whose receipt is on its way or confirmed count no more. */
export function useDuePrizes(): number {
  const pages = useInfiniteQuery(duePrizes).data?.pages ?? []
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const sent = new Set(
    all
      .filter((it) => receipts.includes(it.call) && (isOpen(it) || it.state === 'applied'))
      .map((it) => it.args['drawId']),
  )
  return pages.flatMap((it) => it.items).filter((it) => !sent.has(it.id)).length
}
