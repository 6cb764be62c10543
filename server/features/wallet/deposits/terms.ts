import * as v from 'valibot'
import type { Answer } from '#protocol/call.ts'
import { interestOf } from '#protocol/deposit-rules.ts'
import type { depositOffers } from '#protocol/deposits.ts'
import { examineStatus } from '#protocol/settings.ts'
import type { Db } from '../../../db/open.ts'
import { settingOf } from '../../../db/settings.ts'
import { balanceOf, house } from '../../../ledger/accounts.ts'
import { principalWithin } from './rules.ts'

/** A term as the operator offers it; amounts in minor units, `rateBp` basis points a year. */
export interface Term {
  id: string
  currency: string
  days: number
  rateBp: number
  minimum: number
  maximum: number
  position: number
}

/**
 * Terms on offer, each with the largest principal whose interest the reserve covers. Empty where the operator hides
 * deposits, or where the reserve covers none.
 */
export async function offers(db: Db): Promise<Answer<typeof depositOffers>['items']> {
  if (!(await isShown(db))) return []
  const terms = await db
    .selectFrom('depositTerm')
    .select(['id', 'currency', 'days', 'rateBp', 'minimum', 'maximum'])
    .where('isOffered', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const reserves = new Map<string, number>()
  for (const { currency } of terms) if (!reserves.has(currency)) reserves.set(currency, await reserveOf(db, currency))
  return terms
    .map(({ maximum, ...term }) => ({
      ...term,
      mostNow: Math.min(maximum, principalWithin(reserves.get(term.currency) ?? 0, term)),
    }))
    .filter((term) => term.mostNow >= term.minimum && interestOf(term.mostNow, term) > 0)
}

/** The reserve that no deposit's interest is taken from yet, in minor units. */
export async function reserveOf(db: Db, currency: string): Promise<number> {
  return await balanceOf(db, { ...house('reserve'), asset: currency })
}

/** Whether the operator shows time deposits at all (specification 4). */
export async function isShown(db: Db): Promise<boolean> {
  const shown = await settingOf(
    db,
    'examine',
    v.object({ showTimeDeposit: examineStatus.answer.entries.showTimeDeposit }),
  )
  return shown?.showTimeDeposit ?? false
}

/** Publishes a term, or changes it for deposits to come; those that run stay as they were opened. */
export async function publishTerm(db: Db, term: Term & { isOffered?: boolean }): Promise<void> {
  const { id, ...terms } = { isOffered: true, ...term }
  await db
    .insertInto('depositTerm')
    .values({ id, ...terms })
    .onConflict((it) => it.column('id').doUpdateSet(terms))
    .execute()
}
