import type { Selectable } from 'kysely'
import type { TimeDeposit } from '#protocol/deposits.ts'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { eachByItself } from '../../../each-by-itself.ts'
import { DomainError } from '../../../http/domain-error.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { house } from '../../../ledger/accounts.ts'
import { paidDebts } from '../../../ledger/debts.ts'
import { post } from '../../../ledger/post.ts'
import { notify } from '../../../notices/notify.ts'
import { depositCard, principalCodeOf } from './deposits.ts'

type Row = Selectable<Schema['timeDeposit']>

/**
 * Ends a member's deposit. Before its term the principal comes back whole and the interest returns to the reserve; from
 * its term on the interest is paid, as the job would have. Throws a DomainError for one that isn't theirs or has ended,
 * and where less interest than `expectedInterest` (minor units) would be paid: a device with a fast clock would else
 * lose all of it.
 */
export async function endDeposit(
  db: Db,
  { memberId, id, expectedInterest }: { memberId: string; id: string; expectedInterest: number },
  clock: Clock,
): Promise<TimeDeposit> {
  const deposit = await db
    .selectFrom('timeDeposit')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!deposit) throw new DomainError('not_found')
  if (deposit.endedAt !== null) throw new DomainError('deposit_ended')
  const isDue = deposit.maturesAt <= instant(clock)
  if ((isDue ? deposit.interest : 0) < expectedInterest) throw new DomainError('price_changed')
  return depositCard(isDue ? await mature(db, deposit, clock) : await end(db, deposit, 'withdrawn', clock))
}

/**
 * Pays deposits that have reached their term, each in its own transaction. It can be stopped anywhere and run again;
 * nothing is paid twice. One that fails keeps no other waiting.
 */
export async function matureDeposits({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  const due = await database.kysely
    .selectFrom('timeDeposit')
    .select(['memberId', 'id'])
    .where('endedAt', 'is', null)
    .where('maturesAt', '<=', instant(clock))
    .orderBy('maturesAt')
    .execute()
  await eachByItself(
    due,
    ({ id }) => `deposit ${id}`,
    async ({ memberId, id }) =>
      await database.inTransaction(async (db) => {
        // A row that is locked now is being ended by another transaction.
        const deposit = await db
          .selectFrom('timeDeposit')
          .selectAll()
          .where('memberId', '=', memberId)
          .where('id', '=', id)
          .where('endedAt', 'is', null)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (deposit) await mature(db, deposit, clock)
      }),
  )
}

async function mature(db: Db, deposit: Row, clock: Clock): Promise<Row> {
  const { id, memberId, principal: amount, interest, currency } = deposit
  const ended = await end(db, deposit, 'matured', clock)
  const came = ['deposit_return', 'deposit_interest'].map((kind) => ({ memberId, kind, ref: id }))
  const paidDebt = (await paidDebts(db, came, clock))(came)
  await notify(
    db,
    [
      {
        memberId,
        kind: 'deposit_matured',
        ref: id,
        params: { amount, interest, currency, ...(paidDebt > 0 && { paidDebt }) },
        route: '/pages/my/historyList',
      },
    ],
    clock,
  )
  return ended
}

/** The caller has locked the deposit's row, and it has not ended. */
async function end(
  db: Db,
  { id, memberId, currency, principal, interest, paidFrom }: Row,
  endedAs: 'matured' | 'withdrawn',
  clock: Clock,
): Promise<Row> {
  const promised = { ownerId: id, code: 'promised' }
  await post(
    db,
    [
      {
        debit: { ownerId: memberId, code: principalCodeOf(paidFrom) },
        credit: { ownerId: memberId, code: paidFrom },
        amount: principal,
        asset: currency,
        kind: 'deposit_return',
        ref: id,
      },
      endedAs === 'matured'
        ? {
            debit: promised,
            credit: { ownerId: memberId, code: 'income' },
            amount: interest,
            asset: currency,
            kind: 'deposit_interest',
            ref: id,
          }
        : {
            debit: promised,
            credit: house('reserve'),
            amount: interest,
            asset: currency,
            kind: 'promise_return',
            ref: id,
          },
    ],
    clock,
  )
  return await db
    .updateTable('timeDeposit')
    .set({ endedAt: instant(clock), endedAs })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
