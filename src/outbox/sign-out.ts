import { authLogout } from '#protocol/auth.ts'
import { callApi, session } from '../api/api.ts'
import { takeMeta, writeMeta } from '../cache/storage/meta.ts'
import { answers, signedInId, visitorConnection } from '../cache/cache.ts'
import { forgetLastScreens } from '../cache/last-screens.ts'
import { forgetPictures } from '../cache/pictures.ts'
import { currentOutbox } from './current-outbox.ts'

const owed = 'sign-out-owed'
const patienceMs = 5000

/**
 * Signs out on this device at once, with or without a network: suspends the outbox, clears the kept answers, forgets
 * the token. Resolves with how many commands stay unsent; warn with that number before calling. The server is told now,
 * or at the next opening.
 */
export async function signOut(): Promise<number> {
  const unsent = await suspendOutbox()
  await answers.clear().catch(() => {})
  await forgetPictures(globalThis.caches).catch(() => {})
  await forgetLastScreens().catch(() => {})
  const telling = callApi(authLogout, {}, { signal: AbortSignal.timeout(patienceMs), isQuiet: true })
  await telling.catch(() => writeMeta(visitorConnection(), owed, true).catch(() => {}))
  session.end()
  // A token that came meanwhile, here or in another tab, has resumed it.
  await suspendOutbox()
  return unsent
}

/** Where storage fails, the member is signed out all the same: without the token nothing of theirs is sent. */
async function suspendOutbox(): Promise<number> {
  const suspending = currentOutbox()?.then((outbox) => outbox.suspend())
  return (await suspending?.catch(() => 0)) ?? 0
}

/** Tells the server of an earlier sign-out that it could not be told of. Skipped where a member is signed in by now. */
export async function settleSignOut(): Promise<void> {
  if ((await takeMeta(visitorConnection(), owed)) !== true || signedInId() !== undefined) return
  await callApi(authLogout, {}, { isQuiet: true }).catch(() => writeMeta(visitorConnection(), owed, true))
}
