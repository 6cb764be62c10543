import { hasChosenPush, subscribeAs } from '../src/outbox/push-subscription.ts'
import { memberOf, speakFor, visitor } from './drain.ts'

/**
 * Replaces a subscription that the browser has ended, without any tab, if the member who is signed in turned pushes on
 * here. Rejects where the push service or the server can't be reached: the app then does it at its next start.
 */
export async function renewPush(
  registration: ServiceWorkerRegistration,
  former: PushSubscription | null,
): Promise<void> {
  const memberId = await memberOf(visitor)
  if (memberId === undefined || Notification.permission !== 'granted') return
  if (!(await hasChosenPush(visitor, memberId))) return
  await speakFor(memberId)
  await subscribeAs(memberId, registration, former)
}
