import { returnFocusLater, entryKey } from '../ui/focus-return.ts'
import { scrolledEntries } from '../ui/scrolled-entries.ts'
import type { router as appRouter } from './router.ts'

/** Milliseconds after which a page whose list isn't loaded stays where it is. */
const patienceMs = 6000
const name = 'voltfolio-scrolled'

/**
 * On going back, restores the scroll position of a page whose content loads later, from the cache or over the network.
 * The focus returns to the link that was followed. Both happen as soon as they are possible, unless the member scrolls
 * or types first.
 */
export function restoreScroll(router: typeof appRouter): void {
  for (const [entry, top] of storedTops()) scrolledEntries.set(entry, top)
  let key = entryKey()
  let stop = () => {}

  function settle() {
    stop()
    key = entryKey()
    const top = scrolledEntries.get(key)
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

  const note = () => scrolledEntries.set(key, scrollY)
  router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    if (fromLocation && hrefChanged) note()
  })
  router.subscribe('onRendered', settle)
  window.addEventListener('pagehide', () => {
    note()
    keep()
  })
  settle()
}

function storedTops(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, number][]
  } catch {
    // Storage is blocked, or the text isn't JSON: pages begin at the top.
    return []
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(name, JSON.stringify([...scrolledEntries]))
  } catch {
    // Without storage a page begins at the top after a reload.
  }
}
