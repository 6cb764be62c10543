import type { ReactNode } from 'react'
import { QueryStates, type QueryLike } from '../../../ui/query-states.tsx'
import { useOnline } from '../../../ui/use-online.ts'

/**
 * What belongs to the main part of a screen. Without a network that part says how old everything is, and once is
 * enough.
 */
export function PartStates<T>({ query, children }: { query: QueryLike<T>; children: (data: T) => ReactNode }) {
  const isOnline = useOnline()
  return <QueryStates query={isOnline ? query : { ...query, isPlaceholderData: true }}>{children}</QueryStates>
}
