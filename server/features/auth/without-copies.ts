import { instant } from '../../clock.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Context } from '../../http/handler.ts'
import { memberOf } from '../../http/handler.ts'

/**
 * Runs a check of a command unless it runs already for another copy of that, which then would count as another guess.
 * Such a copy is told to come again: by then the command has its answer.
 */
export async function withoutCopies<T>(context: Context, check: () => Promise<T>): Promise<T> {
  const { db, clock } = context
  const [memberId, key] = [memberOf(context), context.key ?? '']
  const taken = await db
    .insertInto('proofUnderWay')
    .values({ memberId, key, until: instant(clock.now() + longestMs) })
    .onConflict((it) =>
      it
        .columns(['memberId', 'key'])
        .doUpdateSet((eb) => ({ until: eb.ref('excluded.until') }))
        .where('proofUnderWay.until', '<=', instant(clock)),
    )
    .returning('key')
    .executeTakeFirst()
  if (!taken) throw new DomainError('in_progress', {}, { retryAfter: 1 })
  try {
    return await check()
  } finally {
    await db.deleteFrom('proofUnderWay').where('memberId', '=', memberId).where('key', '=', key).execute()
  }
}

/** A process that was killed in the middle of a check leaves its row. */
const longestMs = 30_000
