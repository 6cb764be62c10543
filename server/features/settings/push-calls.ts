import { pushKey, pushSubscribe, pushUnsubscribe } from '#protocol/auth.ts'
import { pushChoice, pushChoose } from '#protocol/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { choiceOf, choose } from './push-choice.ts'
import { subscribe, unsubscribe, vapidKeys } from './push.ts'

export const pushServerKey = handle(pushKey, async ({ db }) => ({ publicKey: (await vapidKeys(db)).publicKey }))

export const pushSubscription = handle(pushSubscribe, async (context, args) => {
  const { db, clock, config, language, sessionId } = context
  const memberId = memberOf(context)
  // The device of the session, whatever the request says: pushes end with its sessions.
  const session = await db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.memberId')
    .select('device')
    .where('session.memberId', '=', memberId)
    .where('session.id', '=', sessionId)
    .where('member.id', '=', memberId)
    .where('deletedAt', 'is', null)
    // A deletion of the account that begins now waits, and deletes the subscription as well.
    .forKeyShare('member')
    .executeTakeFirst()
  if (!session) throw new DomainError('session_expired')
  const { device } = session
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
