import type { Language } from '#protocol/languages.ts'
import type { Withdrawal } from '#protocol/wallet.ts'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { returnReasonIn } from '../../../notices/return-reasons.ts'

const recentDays = 30
const shownMost = 100

/** The member's withdrawals of the last 30 days and, however old, those still on their way; newest first. */
export async function recentWithdrawals(
  db: Db,
  { memberId, language }: { memberId: string; language: Language },
  clock: Clock,
): Promise<Withdrawal[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('memberId', '=', memberId)
    .where((it) =>
      it.or([
        it('requestedAt', '>', instant(clock.now() - recentDays * 86_400_000)),
        it('state', 'in', ['requested', 'approved', 'sent']),
      ]),
    )
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(shownMost)
    .execute()
  return await withSteps(db, rows, language)
}

/** One of the member's. Throws a DomainError for an unknown or foreign id. */
export async function withdrawalOf(
  db: Db,
  { memberId, id, language }: { memberId: string; id: string; language: Language },
): Promise<Withdrawal> {
  const rows = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .execute()
  const [found] = await withSteps(db, rows, language)
  if (!found) throw new DomainError('not_found')
  return found
}

const order: readonly Withdrawal['state'][] = ['requested', 'approved', 'sent', 'arrived', 'returned']

async function withSteps(
  db: Db,
  rows: readonly Omit<Withdrawal, 'steps'>[],
  language: Language,
): Promise<Withdrawal[]> {
  if (rows.length === 0) return []
  const steps = await db
    .selectFrom('withdrawalStep')
    .selectAll()
    .where(
      'withdrawalId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => ({
    ...row,
    reason: row.reason === null ? null : returnReasonIn(language, row.reason),
    steps: steps
      .filter((it) => it.withdrawalId === row.id)
      .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
      .map(({ state, at }) => ({ state, at })),
  }))
}
