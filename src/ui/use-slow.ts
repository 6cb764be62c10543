import { useEffect, useState } from 'react'

/** Milliseconds of waiting for an answer after which it counts as slow (specification 9). */
const slowMs = 800

/** True while something has been waited for longer than `slowMs`. */
export function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isWaiting && isSlow
}
