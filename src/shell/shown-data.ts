import { queryClient } from '../cache/cache.ts'
import { commands } from '../outbox/current-outbox.ts'

/** What pages show, as it was at one moment: answers by their query, and the member's commands. */
export interface ShownData {
  readonly answers: ReadonlyMap<string, unknown>
  readonly commands: unknown
}

export function shownDataNow(): ShownData {
  const queries = queryClient.getQueryCache().getAll()
  return { answers: new Map(queries.map((it) => [it.queryHash, it.state.data])), commands: commands.getSnapshot() }
}

/** Whether what a page could show at that moment is still so. An equal answer stays the same object. */
export function isStillSo({ answers, commands: before }: ShownData): boolean {
  const queries = queryClient.getQueryCache().getAll()
  return (
    commands.getSnapshot() === before &&
    queries.every((it) => !answers.has(it.queryHash) || answers.get(it.queryHash) === it.state.data)
  )
}
