import * as v from 'valibot'
import type { Db } from '../../../db/open.ts'
import { isSameOperator, type Operator } from '../../../db/operator-actions.ts'
import { settable, settingOf } from '../../../db/settings.ts'
import { DomainError } from '../../../http/domain-error.ts'

/** The setting `withdrawal_review`: above so many minor units nobody sends what they approved themselves. */
export const WithdrawalReview = v.object({ above: settable(0, 10_000_000_000) })
const standard: v.InferOutput<typeof WithdrawalReview> = { above: 100_000 }

/**
 * Throws a DomainError where the withdrawal is above the sum and `by` approved it. An approval by an account that was
 * disabled since still counts. One whose approver nobody noted is of before, and passes.
 */
export async function rejectOwnApproval(
  db: Db,
  of: { memberId: string; id: string; amount: number },
  by: Operator,
): Promise<void> {
  const { above } = (await settingOf(db, 'withdrawal_review', WithdrawalReview)) ?? standard
  if (of.amount <= above) return
  const approved = await db
    .selectFrom('withdrawalStep')
    .select(['byName as name', 'byAccount as account'])
    .where('memberId', '=', of.memberId)
    .where('withdrawalId', '=', of.id)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  if (approved && approved.name !== null && isSameOperator({ account: approved.account, name: approved.name }, by))
    throw new DomainError('bad_request', { field: by.name, problem: 'has approved it: somebody else sends it' })
}
