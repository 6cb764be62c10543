import { settleCommands } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { outcomeOrClose } from '../../http/idempotency.ts'
import { rejectFrequent } from '../../http/limits.ts'
import { messageFor } from '../../http/messages.ts'
import type { Outcome } from '../../http/pipeline.ts'

const minute = 60_000
const often = [
  { name: 'minute', most: 60, ms: minute },
  // Each closes up to twenty keys, which are kept for half a year.
  { name: 'day', most: 1000, ms: 24 * 60 * minute },
]

/** Each key in a transaction of its own: one whose command is under way must not hold up the others' closing. */
export const settledCommands = handle(settleCommands, async (context, { keys }) => {
  const { clock, db, language } = context
  const memberId = memberOf(context)
  for (const { name, ...limit } of often) await rejectFrequent(db, `commands-settle:${name}:${memberId}`, limit, clock)
  const outcomes: Answer<typeof settleCommands>['outcomes'] = []
  for (const key of keys) {
    const kept = await context.transact((transaction) => outcomeOrClose(transaction, { memberId, key }, clock))
    if (!kept) {
      outcomes.push({ kind: 'notArrived', key })
      continue
    }
    const outcome = kept.response as Outcome
    if ('data' in outcome) {
      outcomes.push({ kind: 'applied', key, data: outcome.data })
      continue
    }
    const { code, params } = outcome.refusal
    outcomes.push({ kind: 'rejected', key, errno: errors[code].errno, message: messageFor(code, language, params) })
  }
  return { outcomes }
})
