import { clearCaches } from './cache.ts'
import { forgetLastScreens } from './last-screens.ts'
import { forgetPictures } from './pictures.ts'
import { forgetStreets } from './streets/forget-streets.ts'

/**
 * Removes all that is stored for reading: answers, the last screens with their balances, pictures and streets. Unsent
 * commands and the app itself stay. A reload must follow, because the screens still hold answers in memory. Rejects
 * where storage can't be used.
 */
export async function clearStored(): Promise<void> {
  await clearCaches()
  await Promise.all([forgetLastScreens(), forgetPictures(globalThis.caches), forgetStreets()])
}
