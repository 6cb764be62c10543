import type { Clock } from '../../clock.ts'
import { unreadableArticles } from '../../db/articles.ts'
import type { Db } from '../../db/open.ts'
import { articlesAgreedTo } from '../auth/rules.ts'

/** The texts that ticks of the app link to. */
export const legalTexts = ['agreement', 'privacy', 'contract', 'risks'] as const

/** Those of them that nobody can read now. */
export async function missingLegalTexts(db: Db, clock: Clock): Promise<string[]> {
  return await unreadableArticles(db, legalTexts, clock)
}

/** Those of the missing texts that newcomers agree to: without them nobody can register. */
export function neededToRegister(missing: readonly string[]): string[] {
  return Object.values(articlesAgreedTo).filter((it) => missing.includes(it))
}
