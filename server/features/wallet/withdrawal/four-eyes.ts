import * as v from 'valibot'
import type { Db } from '../../../db/open.ts'
import { isSameOperator, type Operator } from '../../../db/operator-actions.ts'
import { settable, settingOf } from '../../../db/settings.ts'
import { DomainError } from '../../../http/domain-error.ts'

/**
 * The setting `withdrawal_review`: above so many minor units nobody sends what they approved themselves, or gives back
 * what they booked as arrived.
 */
export const WithdrawalReview = v.object({ above: settable(0, 10_000_000_000) })
export const standard: v.InferOutput<typeof WithdrawalReview> = { above: 100_000 }

const itself = {
  approved: 'has approved it: somebody else sends it',
  arrived: 'has booked its arrival: somebody else gives it back',
}

/**
 * Throws a DomainError where the withdrawal is above the sum and `by` did the step `own` before. One by an account that
 * was disabled since still counts. One that nobody noted is of before, and passes.
 */
export async function rejectOwnStep(
  db: Db,
  of: { memberId: string; id: string; amount: number },
  own: keyof typeof itself,
  by: Operator,
): Promise<void> {
  const { above } = (await settingOf(db, 'withdrawal_review', WithdrawalReview)) ?? standard
  if (of.amount <= above) return
  const step = await db
    .selectFrom('withdrawalStep')
    .select(['byName as name', 'byAccount as account'])
    .where('memberId', '=', of.memberId)
    .where('withdrawalId', '=', of.id)
    .where('state', '=', own)
    .executeTakeFirst()
  if (step && step.name !== null && isSameOperator({ account: step.account, name: step.name }, by))
    throw new DomainError('bad_request', { field: by.name, problem: itself[own] })
}
