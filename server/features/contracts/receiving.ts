import { sql } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import type { ContractBill, contractBills } from '#protocol/contracts.ts'
import { Id } from '#protocol/primitives.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { Db } from '../../db/open.ts'
import { localized } from '../../db/localized.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import type { Selectable } from 'kysely'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const Cursor = v.tuple([InstantKey, Id])

interface Reader {
  memberId: string
  language: string
}

/** A page of what a member's contract earned, newest first, with what is receivable and what was received in all. */
export async function billsPage(
  db: Db,
  { memberId, language }: Reader,
  { after, limit, kind, status }: Args<typeof contractBills>,
): Promise<Answer<typeof contractBills>> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const rows = await db
    .selectFrom('contractBill')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('voidedAt', 'is', null)
    .$if(kind !== undefined, (it) => it.where('kind', '=', kind ?? 'weekly'))
    .$if(status === 0, (it) => it.where('fundedAt', 'is not', null).where('receivedAt', 'is', null))
    .$if(status === 1, (it) => it.where('receivedAt', 'is not', null))
    .$if(status === 3, (it) => it.where('fundedAt', 'is', null))
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(receivable_from, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('receivableFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const {
    rows: [sums],
  } = await sql<{ receivable: number; received: number }>`
    select coalesce(sum(amount) filter (where funded_at is not null and received_at is null), 0)::bigint as receivable,
      coalesce(sum(amount) filter (where received_at is not null), 0)::bigint as received
    from contract_bill where member_id = ${memberId} and currency = ${currency}`.execute(db)
  return {
    ...pageOf(
      rows,
      limit,
      (row) => [row.receivableFrom, row.id],
      (row) => shown(row, language),
    ),
    currency,
    receivable: sums?.receivable ?? 0,
    received: sums?.received ?? 0,
  }
}

/** Which bill: a week's, or another by its id. */
export type Which = { week: string } | { billId: string }

/**
 * Moves a bill's pay into the income wallet, once for ever. Throws a DomainError where there is no such bill of the
 * member's, it was received before, or the operator has not set its pay aside yet.
 */
export async function receivePay(
  db: Db,
  { memberId, language }: Reader,
  which: Which,
  clock: Clock,
): Promise<{ bill: ContractBill; incomeBalance: number }> {
  const bill = await db
    .selectFrom('contractBill')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('voidedAt', 'is', null)
    .$if('week' in which, (it) => it.where('week', '=', 'week' in which ? which.week : ''))
    .$if('billId' in which, (it) =>
      it.where('id', '=', 'billId' in which ? which.billId : '').where('kind', '!=', 'weekly'),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!bill) throw new DomainError('not_found')
  if (bill.receivedAt !== null) throw new DomainError('nothing_to_claim')
  if (bill.fundedAt === null) throw new DomainError('not_receivable_yet')
  const income = { ownerId: memberId, code: 'income', asset: bill.currency }
  await post(
    db,
    [
      {
        debit: { ownerId: memberId, code: 'wages' },
        credit: income,
        amount: bill.amount,
        asset: bill.currency,
        kind: 'salary',
        ref: bill.id,
        memo: bill.week === null ? {} : { subject: bill.week },
      },
    ],
    clock,
  )
  const receivedAt = instant(clock)
  await db
    .updateTable('contractBill')
    .set({ receivedAt })
    .where('memberId', '=', memberId)
    .where('id', '=', bill.id)
    .execute()
  return { bill: shown({ ...bill, receivedAt }, language), incomeBalance: await balanceOf(db, income) }
}

function shown(row: Selectable<Schema['contractBill']>, language: string): ContractBill {
  const { id, kind, week, amount, receivableFrom, receivedAt } = row
  return {
    id,
    kind,
    week,
    amount,
    receivableFrom,
    receivedAt,
    currency: row.currency,
    work: row.work.map((it) => localized(language, it)).join(' · '),
    status: receivedAt !== null ? 1 : row.fundedAt !== null ? 0 : 3,
  }
}
