import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import { deviceList, deviceSignOut, otherDevicesSignOut } from '#protocol/devices.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { deleteSubscriptions } from '../../db/push-subscriptions.ts'
import { noteSecurity } from '../../db/security-events.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { oldestStart, refreshDays, revokeOtherSessions, revokeSession } from '../../http/session.ts'

const mostSessions = 1000
const mostDevices = 100

/** A device that signed in twice has two sessions and is shown once. */
export const signedInDevices = handle(deviceList, async (context) => {
  const { db, clock } = context
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'device', 'browser', 'platform', 'createdAt', 'seenAt'])
    .where('memberId', '=', memberOf(context))
    .where('revokedAt', 'is', null)
    .where('seenAt', '>', instant(clock.now() - refreshDays * 86_400_000))
    .where('createdAt', '>', oldestStart(clock))
    .orderBy(({ eb }) => eb('id', '=', context.sessionId), 'desc')
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(mostSessions)
    .execute()
  const devices = new Map<string, Answer<typeof deviceList>['items'][number]>()
  for (const { id, device, browser, platform, createdAt, seenAt } of sessions) {
    const known = devices.get(device ?? id)
    if (known) known.signedInAt = createdAt < known.signedInAt ? createdAt : known.signedInAt
    else
      devices.set(device ?? id, {
        id,
        browser,
        platform,
        signedInAt: createdAt,
        seenAt,
        isThis: id === context.sessionId,
      })
  }
  return { items: [...devices.values()].slice(0, mostDevices) }
})

export const signOutDevice = handle(deviceSignOut, async (context, { id }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const session = await db
    .selectFrom('session')
    .select('device')
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if (!session) throw new DomainError('not_found')
  await noteSecurity(db, { ...context, kind: 'device_signed_out', memberId }, clock)
  const { device } = session
  if (device === null) {
    await revokeSession(db, { memberId, sessionId: id }, clock)
    return {}
  }
  await db
    .updateTable('session')
    .set({ revokedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('device', '=', device)
    .where('revokedAt', 'is', null)
    .execute()
  await deleteSubscriptions(db, sql`member_id = ${memberId} and device = ${device}`)
  return {}
})

export const signOutOtherDevices = handle(otherDevicesSignOut, async (context) => {
  const { db, clock, sessionId } = context
  const memberId = memberOf(context)
  await revokeOtherSessions(db, memberId, sessionId, clock)
  await endOtherPushes(db, memberId, context.device)
  await noteSecurity(db, { ...context, kind: 'device_signed_out', memberId }, clock)
  return {}
})

/** Also those of devices that never told their id: they send their subscription again if they sign in again. */
async function endOtherPushes(db: Db, memberId: string, device: string | undefined): Promise<void> {
  await deleteSubscriptions(db, sql`member_id = ${memberId} and device is distinct from ${device ?? null}`)
}
