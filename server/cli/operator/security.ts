import * as v from 'valibot'
import { instant } from '../../clock.ts'
import type { Command } from './command.ts'
import { reading } from './command.ts'

const dayMs = 86_400_000
const Days = v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'must be a number of days'), v.transform(Number))

/** What operators did is in it too, so that one file tells the whole story. */
const exported = reading('security-log export', {
  needs: ['auditor', 'administrator'],
  says: 'Sign-ins, failures, step-ups and changes of members, with what they were proved by, and the acts of operators, as lines of JSON, oldest first',
  args: { days: v.optional(Days) },
  run: async ({ db, clock }, { days = 30 }) => {
    const since = instant(clock.now() - days * dayMs)
    const events = await db
      .selectFrom('securityEvent')
      .select(['at', 'kind', 'memberId', 'factor', 'call', 'device', 'browser', 'platform', 'accountId'])
      .where('at', '>=', since)
      .orderBy('id')
      .execute()
    const acts = await db
      .selectFrom('operatorAction')
      .select(['at', 'byName', 'accountId', 'command', 'why'])
      .where('at', '>=', since)
      .orderBy('at')
      .execute()
    return [...events, ...acts.map((it) => ({ kind: 'operator', ...it }))]
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .map((it) => JSON.stringify(it))
  },
})

export const securityCommands: readonly Command[] = [exported]
