import type { ReactNode } from 'react'
import { QueryStates, type QueryLike } from '../../../ui/query-states.tsx'
import { useOnline } from '../../../ui/use-online.ts'

/**
 * Query states for a secondary part of a screen. Without a network the main part shows the age of the data, and showing
 * it once is enough.
 */
export function PartStates<T>({ query, children }: { query: QueryLike<T>; children: (data: T) => ReactNode }) {
  const isOnline = useOnline()
  return <QueryStates query={isOnline ? query : { ...query, isPlaceholderData: true }}>{children}</QueryStates>
}
