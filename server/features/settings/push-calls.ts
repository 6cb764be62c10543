import { pushKey, pushSubscribe, pushUnsubscribe } from '#protocol/auth.ts'
import { pushChoice, pushChoose } from '#protocol/settings.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { choiceOf, choose } from './push-choice.ts'
import { subscribe, unsubscribe, vapidKeys } from './push.ts'

export const pushServerKey = handle(pushKey, async ({ db }) => ({ publicKey: (await vapidKeys(db)).publicKey }))

export const pushSubscription = handle(pushSubscribe, async (context, args) => {
  const { db, clock, config, language, sessionId } = context
  const memberId = memberOf(context)
  // The device of the session, whatever the request says: pushes end with its sessions.
  const { device } = await db
    .selectFrom('session')
    .select('device')
    .where('memberId', '=', memberId)
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  await subscribe(db, { ...args, memberId, language, device }, config.extraPushHosts, clock)
  return {}
})

export const pushSubscriptionEnd = handle(pushUnsubscribe, async (context, { endpoint }) => {
  await unsubscribe(context.db, { memberId: memberOf(context), endpoint })
  return {}
})

export const pushSettings = handle(pushChoice, (context) => choiceOf(context.db, memberOf(context)))

export const pushSettingsChange = handle(pushChoose, async (context, args) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  await choose(db, memberId, args, clock)
  return await choiceOf(db, memberId)
})
