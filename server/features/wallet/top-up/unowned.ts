import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Operator } from '../../../db/operator-actions.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { post } from '../../../ledger/post.ts'
import { payerOf } from './incoming-payments.ts'

/** A payment in minor units; `id` is that of its row of `held_top_up`. */
interface Unowned {
  id: string
  amount: number
  currency: string
}

/** Books a payment that names a deleted account: it is there, and belongs to nobody whom the books know. */
export async function keepUnowned(db: Db, { id: ref, amount, currency: asset }: Unowned, clock: Clock): Promise<void> {
  const [debit, credit] = [house('world'), house('unowned')]
  await post(db, [{ debit, credit, amount, asset, kind: 'unowned_payment', ref }], clock)
}

/**
 * Books that such a payment was sent back to where it came from. Said twice, it happens once: `counted` is false then.
 * Throws a DomainError where none was kept.
 */
export async function returnUnowned(
  db: Db,
  { source, externalId, by }: { source: string; externalId: string; by: Operator },
  clock: Clock,
): Promise<Unowned & { counted: boolean }> {
  const payer = (await payerOf(db, { source, externalId })) ?? null
  const row = ['id', 'amount', 'currency'] as const
  const returned = await db
    .updateTable('heldTopUp')
    .set({ state: 'returned', decidedBy: by.name, decidedByAccount: by.account, decidedAt: instant(clock) })
    .where('memberId', '=', payer)
    .where('source', '=', source)
    .where('externalId', '=', externalId)
    .where('state', '=', 'unowned')
    .returning(row)
    .executeTakeFirst()
  if (!returned) {
    const before = await db
      .selectFrom('heldTopUp')
      .select(row)
      .where('memberId', '=', payer)
      .where('source', '=', source)
      .where('externalId', '=', externalId)
      .where('state', '=', 'returned')
      .executeTakeFirst()
    if (before) return { ...before, counted: false }
    throw new DomainError('bad_request', { field: externalId, problem: 'is no payment for a deleted account' })
  }
  const { id, amount, currency } = returned
  const [debit, credit] = [house('unowned'), house('world')]
  await post(db, [{ debit, credit, amount, asset: currency, kind: 'unowned_return', ref: id }], clock)
  return { id, amount, currency, counted: true }
}
