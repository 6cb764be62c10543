import { useEffect, useState } from 'react'
import { debounce } from '../lib/debounce.ts'

/** A value as it was when it was last left alone for half a second (specification 9): what is asked of a server. */
export function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const later = debounce(() => settle(value))
    later()
    return later.cancel
  }, [value])
  return settled
}
