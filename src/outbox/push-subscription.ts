import { pushKey, pushSubscribe, pushUnsubscribe } from '#protocol/auth.ts'
import { callApi } from '../api/api.ts'
import { textOf } from '../api/encrypt.ts'
import type { Connection } from '../cache/storage/connection.ts'
import { changeMeta, readMeta } from '../cache/storage/meta.ts'

/** Who turned notifications on here: in the visitor's database, because the worker can't read localStorage. */
const chosenBy = 'push-members'

/** Whether this device has noted yet who turned notifications on; earlier versions didn't. */
export async function notesPushChoices(visitor: Connection): Promise<boolean> {
  return (await readMeta(visitor, chosenBy)) !== undefined
}

/** Whether a member turned notifications on here. The browser's subscription may be another member's. */
export async function hasChosenPush(visitor: Connection, memberId: string): Promise<boolean> {
  return idsIn(await readMeta(visitor, chosenBy)).includes(memberId)
}

export async function notePushChoice(visitor: Connection, memberId: string | undefined, isOn: boolean): Promise<void> {
  await changeMeta(visitor, chosenBy, (before) => {
    const others = idsIn(before).filter((id) => id !== memberId)
    return isOn && memberId !== undefined ? [...others, memberId] : others
  })
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

/**
 * Gives the server a subscription for its key, the browser's own or a new one, as that of `memberId`; rejects where
 * another member is signed in. The browser refuses a second subscription for another key, and the server can't send to
 * one for a key of before. `former` is one that the browser has ended.
 */
export async function subscribeAs(
  memberId: string,
  { pushManager }: ServiceWorkerRegistration,
  former?: PushSubscription | null,
): Promise<void> {
  const { publicKey } = await callApi(pushKey, {})
  const before = await pushManager.getSubscription()
  // Older browsers don't tell the key.
  const key = before?.options?.applicationServerKey
  const isUsable = before && (!key || textOf(key) === publicKey)
  if (before && !isUsable) await before.unsubscribe()
  const subscription = isUsable
    ? before
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { endpoint } = subscription
  await callApi(pushSubscribe, { endpoint, p256dh, auth }, { isQuiet: true, memberId })
  // Pushes to both would ring twice, as long as the push service knows the former one.
  if (former && former.endpoint !== endpoint)
    await callApi(pushUnsubscribe, { endpoint: former.endpoint }, { isQuiet: true, memberId })
}
