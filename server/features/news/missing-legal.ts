import { instant, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'

/** The texts that ticks of the app link to. */
export const legalTexts = ['agreement', 'privacy', 'contract', 'risks'] as const

/** Those of them that nobody can read now: never published, to be read later, or withdrawn. */
export async function missingLegalTexts(db: Db, clock: Clock): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('articleText', 'articleId', 'article.id')
    .select('article.id')
    .where('article.id', 'in', legalTexts)
    .where('publishedAt', '<=', instant(clock))
    .where('withdrawnAt', 'is', null)
    .where('visibleFrom', '<=', instant(clock))
    .execute()
  return legalTexts.filter((id) => !rows.some((it) => it.id === id))
}
