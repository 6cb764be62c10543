import { loadsOptionalCode } from '../lib/optional-code.ts'

const name = 'voltfolio-reloaded-for'

/**
 * A deploy may have removed a file that this page still requests. Reloading once loads the new page; if the file is
 * missing there too, the error screen says so.
 */
export function reloadOnceForMissingChunk(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (isTextOnItsWay(payload) || loadsOptionalCode()) return
    if (navigator.onLine && !hasReloaded()) location.reload()
  })
}

/** The worker fetches other languages' texts last. Until then who chooses one is told, and keeps the one before. */
function isTextOnItsWay({ message }: Error): boolean {
  return Boolean(navigator.serviceWorker?.controller) && /\/text-[\w-]+\.js/.test(message)
}

function hasReloaded(): boolean {
  try {
    if (sessionStorage.getItem(name) === __BUILD_ID__) return true
    sessionStorage.setItem(name, __BUILD_ID__)
    return false
  } catch {
    // Storage is blocked, so a reload can't be noted: a page that stays broken would reload for ever.
    return true
  }
}
