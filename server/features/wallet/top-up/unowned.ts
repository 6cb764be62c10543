import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Operator } from '../../../db/operator-actions.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { post } from '../../../ledger/post.ts'

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
  const held = await db
    .selectFrom('heldTopUp')
    .select(['id', 'memberId', 'amount', 'currency', 'state'])
    .where('source', '=', source)
    .where('externalId', '=', externalId)
    .where('state', 'in', ['unowned', 'returned'])
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new DomainError('bad_request', { field: externalId, problem: 'is no payment for a deleted account' })
  const { id, memberId, amount, currency } = held
  if (held.state === 'returned') return { id, amount, currency, counted: false }
  await db
    .updateTable('heldTopUp')
    .set({ state: 'returned', decidedBy: by.name, decidedByAccount: by.account, decidedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  const [debit, credit] = [house('unowned'), house('world')]
  await post(db, [{ debit, credit, amount, asset: currency, kind: 'unowned_return', ref: id }], clock)
  return { id, amount, currency, counted: true }
}
