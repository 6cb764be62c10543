import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { restrictedHome } from './tabs.ts'
import { isTakenAway } from './taken-away.ts'

/**
 * Relaunches on the home of review mode whenever the operator takes away the page that is open (specification 4), at a
 * start too; `say` is told that it did. Pages that are opened later say themselves that they are off.
 */
export function useRelaunch(switchedOff: readonly string[], say: () => void): void {
  const router = useRouter()
  const leave = useEffectEvent((off: readonly string[]) => {
    if (!isTakenAway(router.history.location.pathname, off)) return
    void router.navigate({ to: restrictedHome, state: { relaunch: true } })
    say()
  })
  const names = switchedOff.join()
  useEffect(() => leave(names.split(',')), [names])
}
