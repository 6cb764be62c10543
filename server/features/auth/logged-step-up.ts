import { noteSecurity, type Factor } from '../../db/security-events.ts'
import { DomainError } from '../../http/domain-error.ts'
import { memberOf, type Context } from '../../http/handler.ts'

/**
 * Runs the check of a proof that a signed-in member gives for a call; the security log has how it ended. Call it
 * outside the call's transaction: a failure stays in the log.
 */
export async function loggedStepUp<T>(
  context: Context,
  { factor, call }: { factor: Factor; call: string },
  check: () => Promise<T>,
): Promise<T> {
  const memberId = memberOf(context)
  const note = (kind: 'step_up_passed' | 'step_up_failed') =>
    noteSecurity(context.db, { ...context, kind, memberId, factor, call }, context.clock)
  const result = await check().catch(async (cause: unknown) => {
    if (cause instanceof DomainError) await note('step_up_failed')
    throw cause
  })
  await note('step_up_passed')
  return result
}
