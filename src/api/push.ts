import { reported } from '../lib/report.ts'
import { pushKey, pushSubscribe, pushUnsubscribe } from '#protocol/auth.ts'
import { sleep } from '../lib/sleep.ts'
import { callApi } from './api.ts'
import { textOf } from './encrypt.ts'

const workerPatienceMs = 10_000
/** Noted from before a subscription is given up for another until the server has that. */
const renewing = 'voltfolio-push-renewing'

/**
 * Whether this device gets pushes:
 * - `unsupported`: this browser has none;
 * - `needsInstall`: an iPhone, which allows them only to installed apps;
 * - `denied`: the member denied the permission, and only the browser's settings can change that;
 * - `off`, `on`: the app can switch them.
 */
export type PushState = 'unsupported' | 'needsInstall' | 'denied' | 'off' | 'on'

/** Never rejects. */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'needsInstall' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await current().catch(reported('push: state'))
  return subscription && Notification.permission === 'granted' ? 'on' : 'off'
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
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  await subscribe()
  return 'on'
}

/** The browser refuses a second subscription for another key, and the server can't send to one for a key of before. */
async function subscribe(): Promise<void> {
  const { publicKey } = await callApi(pushKey, {})
  const { pushManager } = await activeWorker()
  const before = await pushManager.getSubscription()
  // Older browsers don't tell the key.
  const key = before?.options?.applicationServerKey
  if (before && (!key || textOf(key) === publicKey)) return await announce(before)
  if (before) {
    // Where the push service can't be reached then, nothing else tells at the next start that pushes were on.
    noteRenewing('1')
    await before.unsubscribe()
  }
  await announce(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/** Rejects where no worker becomes active in time: where its installation has failed, `ready` would never settle. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await Promise.race([navigator.serviceWorker.ready, sleep(workerPatienceMs)])
  if (!registration) throw new Error('no service worker is active')
  return registration
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await current()
  if (subscription) {
    await callApi(pushUnsubscribe, { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  noteRenewing('')
  return pushState()
}

/**
 * Sends the subscription to the server again, at every start, because browsers may change its address at any time, and
 * the server's key may be another after a restore.
 */
export async function renewPush(): Promise<void> {
  if (((await current()) || isRenewing()) && Notification.permission === 'granted') await subscribe()
}

function noteRenewing(value: '1' | ''): void {
  try {
    if (value || isRenewing()) localStorage.setItem(renewing, value)
  } catch {
    // Without storage the member turns pushes on again.
  }
}

function isRenewing(): boolean {
  try {
    return Boolean(localStorage.getItem(renewing))
  } catch {
    return false
  }
}

async function current(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null
}

async function announce(subscription: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  await callApi(pushSubscribe, { endpoint: subscription.endpoint, p256dh, auth }, { isQuiet: true })
  noteRenewing('')
}
