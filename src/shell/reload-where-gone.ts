import { isBuildFileGone } from '../api/build-file.ts'
import { ifNothingIsWritten } from '../api/writing.ts'
import { report } from '../lib/report.ts'
import { sleep } from '../lib/sleep.ts'
import { offerAgain } from './offer-again.ts'
import { history } from './router.ts'
import { asksToStay } from './router-internals.ts'
import { hasTypedText } from './typed-text.ts'

const name = 'voltfolio-reloaded-for'
const leavingMs = 1000

/**
 * Loads the new page, once, where the server has the missing file no more. Any other failure is one of the connection:
 * the import rejects, and the screen says so. So does a page on which something would be lost: something is being sent,
 * it asks before it is left, or a text was typed. In the latter two cases the update is offered.
 */
export async function reloadWhereGone({ message }: Error): Promise<void> {
  // Safari doesn't say which file it was. This one has another name in each build, as the build's id is in it: where it
  // is gone, the server has the whole build no more. A single file that is missing beside it is left to the screen.
  const [file = import.meta.url] = /https?:\S+\.js/.exec(message) ?? []
  if (isTextOnItsWay(file)) return
  try {
    if (!(await isBuildFileGone(file))) return
    if (asksToStay(history) || hasTypedText()) {
      offerAgain()
      return
    }
    await ifNothingIsWritten(async () => {
      if (hasReloaded()) return
      location.reload()
      // Nothing is begun until the page is gone.
      await sleep(leavingMs)
    })
  } catch (failure) {
    report(failure, 'load: missing file')
  }
}

/** The worker fetches other languages' texts last. Until then who chooses one is told, and keeps the one before. */
function isTextOnItsWay(file: string): boolean {
  return Boolean(navigator.serviceWorker?.controller) && /\/text-[\w-]+\.js/.test(file)
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
