import { useState } from 'react'

/**
 * The last value that wasn't undefined, `first` where there was none. A tab's page that is out of sight has no route,
 * and so no search.
 */
export function useLast<T extends object>(value: T | undefined, first: NoInfer<T>): T {
  const [last, setLast] = useState(value ?? first)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
