import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import { lockMember } from '../../../db/lock-member.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { paidDebtOf } from '../../../ledger/debts.ts'
import { post } from '../../../ledger/post.ts'
import { notify } from '../../../notices/notify.ts'

/** A top-up that was taken back by mistake, by the reference of that. */
interface Mistake {
  reference: string
  /** The member reads it. */
  reason: string
}

interface GivenBack {
  amount: number
  currency: string
  /** What of it paid a debt of the recharge wallet. */
  paidDebt: number
  counted: boolean
}

/**
 * Gives back what `takeBackTopUp` took, whole, into the recharge wallet, where it pays the wallet's debt first. Once
 * for each reversal; its top-up can be taken back again, by another reference. Tells the member. Throws a DomainError
 * where no top-up was taken back by that reference, or its account was deleted since.
 */
export async function undoReversal(db: Db, { reference, reason }: Mistake, clock: Clock): Promise<GivenBack> {
  const wrong = await db
    .selectFrom('reversal')
    .innerJoin('topUp', 'topUp.id', 'topUpId')
    .select(['reversal.id', 'reversal.amount', 'currency', 'memberId', 'topUpId'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!wrong) throw new DomainError('bad_request', { field: reference, problem: 'took no top-up back' })
  const { id, amount, currency, memberId } = wrong
  // As taking back does: what is left of the top-up is counted by one at a time.
  await db
    .selectFrom('topUp')
    .select('id')
    .where('memberId', '=', memberId)
    .where('id', '=', wrong.topUpId)
    .forUpdate()
    .execute()
  const known = await db
    .selectFrom('reversalUndone')
    .select('reversalId')
    .where('reversalId', '=', id)
    .executeTakeFirst()
  if (known) return { amount, currency, paidDebt: 0, counted: false }
  const { deletedAt } = await lockMember(db, memberId)
  if (deletedAt !== null)
    throw new DomainError('bad_request', {
      field: reference,
      problem: 'is of a deleted account: send the money back to where it came from',
    })
  await db
    .insertInto('reversalUndone')
    .values({ reversalId: id, reason, at: instant(clock) })
    .execute()
  const made = { kind: 'reversal_undone', ref: id }
  const credit = { ownerId: memberId, code: 'recharge' }
  await post(
    db,
    [{ ...made, debit: house('world'), credit, amount, asset: currency, memo: { subject: reason } }],
    clock,
  )
  const paidDebt = await paidDebtOf(db, { memberId, ...made }, clock)
  const params = { amount, currency, reason, ...(paidDebt > 0 && { paidDebt }) }
  const route = '/pages/my/historyList?wallet=recharge'
  await notify(db, [{ memberId, kind: 'money_given_back', ref: id, params, route }], clock)
  return { amount, currency, paidDebt, counted: true }
}
