import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { restrictedHome } from './tabs.ts'
import { isTakenAway } from './taken-away.ts'

/**
 * Relaunches on the home of review mode when the operator switches off the page that is open (specification 4), also at
 * the start; `say` is then called. Pages that are opened later show themselves that they are off.
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
