import { useEffect, useState } from 'react'

/**
 * Whether this site has a service worker, which alone downloads newer versions: private windows and browsers inside
 * other apps have none. Undefined until the browser has been asked.
 */
export function useHasWorker(): boolean | undefined {
  const [hasWorker, setHasWorker] = useState('serviceWorker' in navigator ? undefined : false)
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    let isGone = false
    const tell = (registration?: ServiceWorkerRegistration) => {
      if (!isGone) setHasWorker(registration !== undefined)
    }
    navigator.serviceWorker.getRegistration().then(tell, () => tell())
    return () => {
      isGone = true
    }
  }, [])
  return hasWorker
}
