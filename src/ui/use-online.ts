import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)
const isOnline = () => onlineManager.isOnline()

/**
 * Whether the app believes that it can reach the network: the state of Query's online manager, because
 * `navigator.onLine` alone is often wrong.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, isOnline)
}
