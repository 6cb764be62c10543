import { knownCommands } from '#protocol/auth.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { answeredKeys } from '../../http/idempotency.ts'
import { rejectFrequent } from '../../http/limits.ts'

const minute = 60_000
const mostPerMinute = 10

export const knownKeys = handle(knownCommands, async (context, { keys }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  await rejectFrequent(db, `commands-known:${memberId}`, { most: mostPerMinute, ms: minute }, clock)
  const answered = await answeredKeys(db, memberId, keys)
  return { known: keys.filter((key) => answered.has(key)) }
})
