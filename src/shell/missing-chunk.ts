import { loadsOptionalCode } from '../lib/optional-code.ts'

const name = 'voltfolio-reloaded-for'

/**
 * A deploy may have removed a file that this page still requests. Reloading once loads the new page; if the file is
 * missing there too, the error screen says so.
 */
export function reloadOnceForMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    if (navigator.onLine && !loadsOptionalCode() && !hasReloaded()) location.reload()
  })
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
