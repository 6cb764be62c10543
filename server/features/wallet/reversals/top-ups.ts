import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import { lockMember } from '../../../db/lock-member.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { takeFromWallet } from '../../../ledger/debts.ts'
import { post } from '../../../ledger/post.ts'
import { notify } from '../../../notices/notify.ts'
import { payerOf } from '../top-up/incoming-payments.ts'

/** A top-up that was wrong, or that a bank took back. Amount in minor units, all that is left of it unless given. */
export interface WrongTopUp {
  source: string
  externalId: string
  amount?: number | undefined
  /** The bank's or the operator's own name for it: said twice, it happens once. */
  reference: string
  /** The member reads it. */
  reason: string
}

export interface TakenBack {
  amount: number
  /** What the member owes from now on: it was spent meanwhile. */
  owed: number
  /** What lies in time deposits that were paid from the recharge wallet: they go on, and pay interest. */
  deposited: number
  currency: string
  counted: boolean
}

/**
 * Takes a credited top-up back, whole or in part: out of the recharge wallet as far as it is there, the rest as the
 * wallet's debt (docs/ledger.md, "Reversals"). Tells the member. Throws a DomainError for an unknown top-up, for more
 * than is left of it, another body under a known reference, or one that was given back.
 */
export async function takeBackTopUp(db: Db, wrong: WrongTopUp, clock: Clock): Promise<TakenBack> {
  const payer = await payerOf(db, wrong)
  const topUp = await db
    .selectFrom('topUp')
    .selectAll()
    .where('memberId', '=', payer ?? null)
    .where('source', '=', wrong.source)
    .where('externalId', '=', wrong.externalId)
    .forUpdate()
    .executeTakeFirst()
  if (!topUp) throw new DomainError('bad_request', { field: wrong.externalId, problem: 'is no top-up of that source' })
  const { currency, memberId } = topUp
  const known = await db
    .selectFrom('reversal')
    .leftJoin('reversalUndone', 'reversalId', 'reversal.id')
    .select(['topUpId', 'amount', 'reversalUndone.at as undoneAt'])
    .where('reference', '=', wrong.reference)
    .executeTakeFirst()
  if (known) {
    const isSame = known.topUpId === topUp.id && (wrong.amount ?? known.amount) === known.amount
    if (!isSame) throw new DomainError('key_reused')
    if (known.undoneAt !== null)
      throw new DomainError('bad_request', {
        field: wrong.reference,
        problem: `was given back at ${known.undoneAt}: take it back again by another reference`,
      })
    return { amount: known.amount, owed: 0, deposited: 0, currency, counted: false }
  }
  const before = await db
    .selectFrom('reversal')
    .leftJoin('reversalUndone', 'reversalId', 'reversal.id')
    .select((it) => it.fn.coalesce(it.cast<number>(it.fn.sum('amount'), 'bigint'), it.lit(0)).as('amount'))
    .where('topUpId', '=', topUp.id)
    .where('reversalId', 'is', null)
    .executeTakeFirstOrThrow()
  const amount = wrong.amount ?? topUp.amount - before.amount
  if (amount < 1 || amount > topUp.amount - before.amount)
    throw new DomainError('bad_request', { field: 'amount', problem: 'is more than is left of that top-up' })
  await lockMember(db, memberId)
  const id = randomUUID()
  const { reference, reason } = wrong
  await db
    .insertInto('reversal')
    .values({
      id,
      reference,
      topUpId: topUp.id,
      revenueId: null,
      machineId: null,
      amount,
      share: null,
      reason,
      at: instant(clock),
    })
    .execute()
  const { transfers, owed } = await takeFromWallet(db, {
    memberId,
    wallet: 'recharge',
    asset: currency,
    amount,
    credit: house('world'),
    kinds: { there: 'topup_reversal', owed: 'topup_debt' },
    ref: id,
    memo: { subject: reason },
  })
  await post(db, transfers, clock)
  await notify(
    db,
    [
      {
        memberId,
        kind: 'money_taken_back',
        ref: id,
        params: { amount, owed, currency, reason },
        route: '/pages/my/historyList?wallet=recharge',
      },
    ],
    clock,
  )
  const { deposited } = await db
    .selectFrom('timeDeposit')
    .select((it) => it.fn.coalesce(it.cast<number>(it.fn.sum('principal'), 'bigint'), it.lit(0)).as('deposited'))
    .where('memberId', '=', memberId)
    .where('paidFrom', '=', 'recharge')
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { amount, owed, deposited, currency, counted: true }
}
