import { returnFocusLater, entryKey } from '../ui/focus-return.ts'
import type { router as appRouter } from './router.ts'

/** A page whose list hasn't come by then is left where it stands. */
const patienceMs = 6000
const name = 'voltfolio-scrolled'

/**
 * Back on a page whose content comes later, from the cache or over the network: restores its scroll position, and the
 * focus on the link it was left by, as soon as both are possible. A member who scrolls or types first is left alone.
 */
export function restoreScroll(router: typeof appRouter): void {
  const tops = storedTops()
  let key = entryKey()
  let stop = () => {}

  function settle() {
    stop()
    key = entryKey()
    const top = tops.get(key)
    const isThere = () => {
      if (top !== undefined && Math.abs(scrollY - top) > 1) scrollTo({ top, behavior: 'instant' })
      return returnFocusLater() && (top === undefined || Math.abs(scrollY - top) <= 1)
    }
    if (isThere()) return
    const over = new AbortController()
    const watch = new MutationObserver(() => {
      if (isThere()) stop()
    })
    const timer = setTimeout(() => stop(), patienceMs)
    stop = () => {
      over.abort()
      watch.disconnect()
      clearTimeout(timer)
    }
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      window.addEventListener(type, () => stop(), { signal: over.signal, passive: true })
  }

  const note = () => tops.set(key, scrollY)
  router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    if (fromLocation && hrefChanged) note()
  })
  router.subscribe('onRendered', settle)
  window.addEventListener('pagehide', () => {
    note()
    keep(tops)
  })
  settle()
}

function storedTops(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, number][])
  } catch {
    // Refused storage or a text that isn't JSON: pages begin at the top.
    return new Map()
  }
}

function keep(tops: Map<string, number>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify([...tops]))
  } catch {
    // A reload then begins at the top.
  }
}
