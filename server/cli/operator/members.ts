import * as v from 'valibot'
import { noteSecurity } from '../../db/security-events.ts'
import { revokeOtherSessions } from '../../http/session.ts'
import { memberBehind } from './arguments.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'

const signOut = action('member sign-out', {
  needs: ['support', 'administrator'],
  says: 'Ends every session of a member at once, and pushes to their devices: whoever is in has to log in again',
  positional: ['member'],
  args: { member: v.string() },
  run: async ({ db, by, clock }, { member }) => {
    const memberId = await memberBehind(db, member)
    await revokeOtherSessions(db, memberId, null, clock)
    await db.deleteFrom('pushSubscription').where('memberId', '=', memberId).execute()
    await noteSecurity(db, { kind: 'device_signed_out', memberId, account: by.account ?? undefined }, clock)
    return [
      'Every session is ended. A password that somebody else knows still opens new ones: have it reset by a code.',
    ]
  },
})

export const memberCommands: readonly Command[] = [signOut]
