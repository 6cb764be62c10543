import { useEffect, useState } from 'react'
import { debounce } from '../lib/debounce.ts'

/** The value after it hasn't changed for half a second (specification 9), for requests that follow typing. */
export function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const later = debounce(() => settle(value))
    later()
    return later.cancel
  }, [value])
  return settled
}
