import type { authRefresh } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import type { Db } from '../../db/open.ts'
import { noteSecurity } from '../../db/security-events.ts'
import type { Context } from '../../http/handler.ts'
import { startSession } from '../../http/session.ts'
import { tellChange } from '../../notices/security.ts'
import { sessionAnswer } from './session-answer.ts'

/** Signs a member in on the caller's device, and tells them where they never were signed in there. */
export async function beginSession(context: Context, memberId: string): Promise<Answer<typeof authRefresh>> {
  const { clock, device, agent } = context
  const tokens = await context.transact(async (db) => {
    if (await isNewDevice(db, memberId, device)) await tellChange(context, db, memberId, 'new_device')
    await noteSecurity(db, { kind: 'signed_in', memberId, device, agent }, clock)
    return await startSession(db, memberId, device, clock, agent)
  })
  return await sessionAnswer(context, tokens)
}

/**
 * False for a member's first device: nobody else could have been told. A caller that names no device is a new one: who
 * steals a password would leave the name out.
 */
async function isNewDevice(db: Db, memberId: string, device: string | undefined): Promise<boolean> {
  const member = await db.selectFrom('member').select(['isDemo']).where('id', '=', memberId).executeTakeFirstOrThrow()
  // Its password is printed: everybody signs in as this member.
  if (member.isDemo) return false
  const devices = await db
    .selectFrom('session')
    .select('device')
    .distinct()
    .where('memberId', '=', memberId)
    .where('device', 'is not', null)
    .execute()
  return devices.length > 0 && !devices.some((it) => it.device === device)
}
