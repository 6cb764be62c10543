import { reported } from '../lib/report.ts'
import { pushKey, pushSubscribe, pushUnsubscribe } from '#protocol/auth.ts'
import { callApi } from './api.ts'

/**
 * Whether this device gets pushes:
 * - `unsupported`: this browser has none;
 * - `needsInstall`: an iPhone, which has them for installed apps only;
 * - `denied`: the member said no to the browser, and only the browser's settings can change that;
 * - `off`, `on`: ours to change.
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

/** Asks the member, then has the server send here. Rejects where the push service or the server can't be reached. */
export async function turnPushOn(): Promise<PushState> {
  // First of all: Safari counts only what happens in the tap itself.
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const { publicKey } = await callApi(pushKey, {})
  const registration = await navigator.serviceWorker.ready
  await announce(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await current()
  if (subscription) {
    await callApi(pushUnsubscribe, { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return pushState()
}

/** Tells the server again where to send: at every opening, because browsers change the address as they like. */
export async function renewPush(): Promise<void> {
  const subscription = await current()
  if (subscription && Notification.permission === 'granted') await announce(subscription)
}

async function current(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null
}

async function announce(subscription: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  await callApi(pushSubscribe, { endpoint: subscription.endpoint, p256dh, auth }, { isQuiet: true })
}
