import { onlineManager } from '@tanstack/react-query'
import { queryClient } from '../cache/cache.ts'
import { systemClock } from '../lib/clock.ts'
import { commands } from '../outbox/current-commands.ts'

/** What pages show, as it was at one moment: answers and failures by query, commands, whether there is a network. */
export interface ShownData {
  readonly answers: ReadonlyMap<string, Answer>
  readonly commands: unknown
  readonly isOnline: boolean
}

interface Answer {
  readonly data: unknown
  readonly error: unknown
}

/** Milliseconds. A younger answer may not be drawn yet: pages draw new answers when they have nothing else to do. */
const settledMs = 1000

/** Undefined while the newest answer may not be drawn yet. */
export function shownDataNow(): ShownData | undefined {
  const queries = queryClient.getQueryCache().getAll()
  const newest = Math.max(0, ...queries.map((it) => it.state.dataUpdatedAt))
  if (systemClock.now() - newest < settledMs) return undefined
  return {
    answers: new Map(queries.map(({ queryHash, state: { data, error } }) => [queryHash, { data, error }])),
    commands: commands.getSnapshot(),
    isOnline: onlineManager.isOnline(),
  }
}

/**
 * Whether what a page could show at that moment is surely still so. An equal answer nearly always stays the same
 * object.
 */
export function isStillSo(before: ShownData): boolean {
  const isSame = ({ queryHash, state }: { queryHash: string; state: Answer }) => {
    const answer = before.answers.get(queryHash)
    return !answer || (answer.data === state.data && answer.error === state.error)
  }
  return (
    commands.getSnapshot() === before.commands &&
    onlineManager.isOnline() === before.isOnline &&
    queryClient.getQueryCache().getAll().every(isSame)
  )
}
