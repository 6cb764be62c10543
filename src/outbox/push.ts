import { pushUnsubscribe } from '#protocol/auth.ts'
import { callApi, session } from '../api/api.ts'
import { signedInId, visitorConnection } from '../cache/cache.ts'
import { reported } from '../lib/report.ts'
import { sleep } from '../lib/sleep.ts'
import { hasChosenPush, notePushChoice, notesPushChoices, subscribeAs } from './push-subscription.ts'

const workerPatienceMs = 10_000

/**
 * Whether this device gets pushes for whoever is signed in:
 * - `unsupported`: this browser has none;
 * - `needsInstall`: an iPhone, which allows them only to installed apps;
 * - `denied`: the member denied the permission, and only the browser's settings can change that;
 * - `off`, `on`: the app can switch them.
 */
export type PushState = 'unsupported' | 'needsInstall' | 'denied' | 'off' | 'on'

/** Never rejects. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) {
    return 'standalone' in navigator && navigator.standalone === false ? 'needsInstall' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'denied'
  return (await isOn().catch(reported('push: state'))) ? 'on' : 'off'
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

async function isOn(): Promise<boolean> {
  const memberId = signedInId()
  if (memberId === undefined || Notification.permission !== 'granted' || !(await current())) return false
  return await hasChosenPush(visitorConnection(), memberId)
}

/**
 * Tells the state now, and anew whenever the member comes back, perhaps from the browser's settings, or has changed the
 * permission beside the page. Returns a function that ends this.
 */
export function followPushState(tell: (state: PushState) => void): () => void {
  const over = new AbortController()
  const look = () =>
    void pushState().then((it) => {
      if (!over.signal.aborted) tell(it)
    })
  document.addEventListener('visibilitychange', look, { signal: over.signal })
  // Older Safari has no `permissions`, and some browsers don't know this one.
  if ('permissions' in navigator)
    navigator.permissions
      .query({ name: 'notifications' })
      .then((permission) => permission.addEventListener('change', look, { signal: over.signal }))
      .catch(() => {})
  look()
  return () => over.abort()
}

/**
 * Asks for the permission, subscribes, and tells the server. Rejects where the push service or the server can't be
 * reached.
 */
export async function turnPushOn(): Promise<PushState> {
  // The permission comes first, because Safari allows the question only directly in the tap.
  const permission = await Notification.requestPermission()
  const memberId = signedInId()
  if (permission !== 'granted' || memberId === undefined) return pushState()
  await choose(memberId, true, async () => subscribeAs(memberId, await activeWorker()))
  return 'on'
}

/**
 * Notes the choice before `work`: where the device can note nothing, nothing changes at the server either, and a
 * renewal under way learns of it. Where `work` fails, the choice is what it was.
 */
async function choose(memberId: string | undefined, isOn: boolean, work: () => Promise<void>): Promise<void> {
  const visitor = visitorConnection()
  const wasOn = memberId !== undefined && (await hasChosenPush(visitor, memberId))
  await notePushChoice(visitor, memberId, isOn)
  try {
    await work()
  } catch (failure) {
    await notePushChoice(visitor, memberId, wasOn).catch(reported('push: choice'))
    throw failure
  }
}

/** Rejects where no worker becomes active in time: where its installation has failed, `ready` would never settle. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await Promise.race([navigator.serviceWorker.ready, sleep(workerPatienceMs)])
  if (!registration) throw new Error('no service worker is active')
  return registration
}

/** Also for other members who turned pushes on here: the browser makes another subscription when they sign in again. */
export async function turnPushOff(): Promise<PushState> {
  await choose(signedInId(), false, async () => {
    const subscription = await current()
    if (!subscription) return
    await callApi(pushUnsubscribe, { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  })
  return pushState()
}

/**
 * Sends the subscription to the server again, at every start, if whoever is signed in turned pushes on here: another
 * member's consent isn't theirs. Browsers may change its address or end it at any time, and the server's key may be
 * another after a restore. If they didn't, the server forgets it as theirs: an earlier version of the app may have sent
 * it, in another tab say. It stays another member's.
 */
export async function renewPush(): Promise<void> {
  const memberId = session.memberId()
  if (memberId === undefined || !isSupported() || Notification.permission !== 'granted') return
  const visitor = visitorConnection()
  const isOn = await hasChosenPush(visitor, memberId)
  if (isOn) await subscribeAs(memberId, await activeWorker())
  else await forgetAs(memberId)
  // The member may have turned pushes on or off meanwhile.
  if ((await hasChosenPush(visitor, memberId)) !== isOn) await renewPush()
}

async function forgetAs(memberId: string): Promise<void> {
  const subscription = await current()
  if (subscription) await callApi(pushUnsubscribe, { endpoint: subscription.endpoint }, { isQuiet: true, memberId })
}

/**
 * Notes that `memberId`, signed in as the app starts, turned on the pushes that this device gets: it was an earlier
 * version of the app, which didn't note it. Nobody did where nobody is signed in.
 */
export async function adoptPush(memberId: string | undefined): Promise<void> {
  // Without the permission there is nothing to note, and a first visit needn't fetch the database's program for it.
  if (!isSupported() || Notification.permission !== 'granted' || (await notesPushChoices(visitorConnection()))) return
  await notePushChoice(visitorConnection(), memberId, Boolean(await current()))
}

async function current(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null
}
