import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes an answer in memory by what the answer to a command says, until it is read again. Its age stays, and whether
 * it is out of date, because the rest of it is as old as before. Nothing where there is no answer.
 */
export function amendAnswer<T, E>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, T, E> },
  change: (answer: T) => T,
): void {
  const query = client.getQueryCache().find<T>({ queryKey })
  if (query?.state.data === undefined) return
  const { data, dataUpdatedAt, isInvalidated } = query.state
  query.setData(change(data), { updatedAt: dataUpdatedAt, manual: true })
  // Setting data says otherwise.
  if (isInvalidated) query.invalidate()
}
