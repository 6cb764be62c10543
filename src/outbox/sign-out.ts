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
  // Where storage fails, sign out all the same: without the token nothing of the member's is sent.
  const unsent =
    (await currentOutbox()
      ?.then((outbox) => outbox.suspend())
      .catch(() => 0)) ?? 0
  await answers.clear().catch(() => {})
  await forgetPictures(globalThis.caches).catch(() => {})
  await forgetLastScreens().catch(() => {})
  const telling = callApi(authLogout, {}, { signal: AbortSignal.timeout(patienceMs), isQuiet: true })
  await telling.catch(() => writeMeta(visitorConnection(), owed, true).catch(() => {}))
  session.end()
  return unsent
}

/** Tells the server of an earlier sign-out that it could not be told of. Skipped where a member is signed in by now. */
export async function settleSignOut(): Promise<void> {
  if ((await takeMeta(visitorConnection(), owed)) !== true || signedInId() !== undefined) return
  await callApi(authLogout, {}, { isQuiet: true }).catch(() => writeMeta(visitorConnection(), owed, true))
}
