import { useSyncExternalStore } from 'react'

// The same width as the token --breakpoint-wide.
const query = '(min-width: 56.25rem)'

/**
 * True where there is room for a rail and two panes. For layout prefer the `wide:` variant; this hook is for
 * differences in behaviour.
 */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function subscribe(changed: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
