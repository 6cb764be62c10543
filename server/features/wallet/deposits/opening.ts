import { randomUUID } from 'node:crypto'
import { interestOf } from '#protocol/deposit-rules.ts'
import type { DepositTerms, TimeDeposit } from '#protocol/deposits.ts'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { rejectUnlessAsRead } from '../../../http/as-read.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house, lockAccounts, openAccounts } from '../../../ledger/accounts.ts'
import { BelowMinimumBalance, post, type Side } from '../../../ledger/post.ts'
import { depositCard, principalCodeOf } from './deposits.ts'
import { isShown } from './terms.ts'

/** A request to open a deposit, with interest and terms as the member was shown them. Minor units. */
export interface Opening {
  memberId: string
  termId: string
  amount: number
  from: 'recharge' | 'income'
  expectedInterest: number
  expectedTerms?: DepositTerms | undefined
}

/**
 * Opens a deposit: the principal leaves the wallet, and its whole interest leaves the reserve for an escrow account of
 * this deposit, together or not at all. Throws a DomainError where the term isn't offered or takes no such amount, the
 * reserve or the wallet holds too little, or the terms have changed.
 */
export async function openDeposit(
  db: Db,
  { memberId, termId, amount, from, expectedInterest, expectedTerms }: Opening,
  clock: Clock,
): Promise<TimeDeposit> {
  const term = (await isShown(db))
    ? await db
        .selectFrom('depositTerm')
        .selectAll()
        .where('id', '=', termId)
        .where('isOffered', '=', true)
        .executeTakeFirst()
    : undefined
  if (!term) throw new DomainError('deposit_not_offered')
  const { currency, days, rateBp, minimum: least, maximum: most } = term
  if (amount < least || amount > most) throw new DomainError('amount_out_of_range', { least, most, currency })
  const interest = interestOf(amount, term)
  if (interest === 0) throw new DomainError('deposit_not_offered')
  if (interest !== expectedInterest) throw new DomainError('price_changed')
  rejectUnlessAsRead<DepositTerms>(term, expectedTerms)

  const id = randomUUID()
  const principalCode = principalCodeOf(from)
  await openAccounts(db, memberId, [{ code: principalCode, asset: currency }])
  await openAccounts(db, id, [{ code: 'promised', asset: currency }])
  const reserve = house('reserve')
  const wallet = { ownerId: memberId, code: from }
  await rejectShort(db, { reserve, interest, wallet, amount, currency })
  const deposit = await db
    .insertInto('timeDeposit')
    .values({
      id,
      memberId,
      termId,
      currency,
      days,
      rateBp,
      principal: amount,
      interest,
      paidFrom: from,
      openedAt: instant(clock),
      maturesAt: instant(clock.now() + days * 86_400_000),
      endedAt: null,
      endedAs: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  try {
    await post(
      db,
      [
        {
          debit: wallet,
          credit: { ownerId: memberId, code: principalCode },
          amount,
          asset: currency,
          kind: 'deposit',
          ref: id,
        },
        {
          debit: reserve,
          credit: { ownerId: id, code: 'promised' },
          amount: interest,
          asset: currency,
          kind: 'deposit_promise',
          ref: id,
        },
      ],
      clock,
    )
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? new DomainError('balance_insufficient') : cause
  }
  return depositCard(deposit)
}

/** Locks both accounts: what they hold now is still there when it is moved. */
async function rejectShort(
  db: Db,
  of: { reserve: Side; interest: number; wallet: Side; amount: number; currency: string },
): Promise<void> {
  const [inReserve = 0, inWallet = 0] = await lockAccounts(
    db,
    [of.reserve, of.wallet].map((it) => ({ ...it, asset: of.currency })),
  )
  if (inReserve < of.interest) throw new DomainError('deposit_not_offered', { isReserveShort: 1 })
  if (inWallet < of.amount) throw new DomainError('balance_insufficient')
}
