import type { Answer } from '#protocol/call.ts'
import type { moneyTotals } from '#protocol/books.ts'

export type Totals = NonNullable<Answer<typeof moneyTotals>>['totals'][number]

/**
 * What is missing for paying everybody, in minor units: by the books, and where statements confirm less than the books
 * say, by the statements. What was sent and has not arrived in the books has left the bank already.
 */
export function missingBy({ claims, outside, confirmed }: Pick<Totals, 'claims' | 'outside' | 'confirmed'>): number {
  const byStatements = confirmed?.day ? claims - (outside + confirmed.difference + confirmed.sent) : 0
  return Math.max(claims - outside, byStatements, 0)
}
