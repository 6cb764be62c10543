import { Plural } from '@lingui/react/macro'
import { useState } from 'react'

/**
 * How long to wait after a wrong PIN, for a live region: as it was at first, since a countdown would be read out each
 * second.
 */
export function SpokenWait({ left }: { left: number }) {
  const [seconds] = useState(left)
  const minutes = Math.ceil(seconds / 60)
  return seconds < 60 ? (
    <Plural value={seconds} one="Wrong PIN. Try again in # second" other="Wrong PIN. Try again in # seconds" />
  ) : (
    <Plural value={minutes} one="Wrong PIN. Try again in # minute" other="Wrong PIN. Try again in # minutes" />
  )
}
