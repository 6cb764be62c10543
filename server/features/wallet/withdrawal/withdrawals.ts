import type { Selectable } from 'kysely'
import type { Language } from '#protocol/languages.ts'
import type { Withdrawal } from '#protocol/wallet.ts'
import type { Clock } from '../../../clock.ts'
import { atOnce } from '../../../db/at-once.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { returnReasonIn } from '../../../notices/return-reasons.ts'

const recentDays = 30
const shownMost = 100

/**
 * The member's withdrawals of the last 30 days and, however old, those still on their way; newest first. The one that
 * `id` names comes last where it isn't among them.
 */
export async function recentWithdrawals(
  db: Db,
  { memberId, id, language }: { memberId: string; id?: string | undefined; language: Language },
  clock: Clock,
): Promise<Withdrawal[]> {
  const theirs = db.selectFrom('withdrawal').selectAll().where('memberId', '=', memberId)
  const rows = await theirs
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
  if (id !== undefined && !rows.some((it) => it.id === id)) rows.push(...(await theirs.where('id', '=', id).execute()))
  if (rows.length === 0) return []
  const ids = rows.map((it) => it.id)
  const steps = await stepsOf(db, { memberId, ids })
  return rows.map((row) => withSteps(row, steps, language))
}

/** One of the member's. Throws a DomainError for an unknown or foreign id. */
export async function withdrawalOf(
  db: Db,
  { memberId, id, language }: { memberId: string; id: string; language: Language },
): Promise<Withdrawal> {
  const [row, steps] = await atOnce([
    db.selectFrom('withdrawal').selectAll().where('id', '=', id).where('memberId', '=', memberId).executeTakeFirst(),
    stepsOf(db, { memberId, ids: [id] }),
  ])
  if (!row) throw new DomainError('not_found')
  return withSteps(row, steps, language)
}

const order: readonly Withdrawal['state'][] = ['requested', 'approved', 'sent', 'arrived', 'returned']

async function stepsOf(
  db: Db,
  { memberId, ids }: { memberId: string; ids: readonly string[] },
): Promise<Selectable<Schema['withdrawalStep']>[]> {
  return await db
    .selectFrom('withdrawalStep')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('withdrawalId', 'in', ids)
    .execute()
}

function withSteps(
  row: Omit<Withdrawal, 'steps'>,
  steps: Awaited<ReturnType<typeof stepsOf>>,
  language: Language,
): Withdrawal {
  return {
    ...row,
    reason: row.reason === null ? null : returnReasonIn(language, row.reason),
    steps: steps
      .filter((it) => it.withdrawalId === row.id)
      .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
      .map(({ state, at }) => ({ state, at })),
  }
}
