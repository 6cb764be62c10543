import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { Day, Slug } from '#protocol/primitives.ts'
import type { ContractTerms } from '../../db/contract-schema.ts'
import type { Clock } from '../../clock.ts'
import { dayIn } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { settable, settingOf, zoneOfOperator } from '../../db/settings.ts'
import { LocalizedText } from '../../db/localized-text.ts'
import { localized } from '../../db/localized.ts'
import { booksCurrency } from '../../db/books-currency.ts'

/**
 * What the operator offers, in the setting `contract_terms`. Nothing is offered where there is none, or once it is
 * over. Pay is in the books' currency only: the salary account is funded in no other.
 */
const ContractOffer = v.object({
  article: Slug,
  work: v.array(LocalizedText),
  weeklySalary: settable(1, 1_000_000_000),
  currency: v.literal(booksCurrency, `must be ${booksCurrency}`),
  paidFrom: LocalizedText,
  startsOn: Day,
  endsOn: v.nullable(Day),
  minimumLevel: settable(0, 100),
})

/** What the setting may be set to: a term that has a day. */
export const ContractSetting = v.pipe(
  ContractOffer,
  v.check(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, 'must not end before it starts'),
)

/** As earlier servers let it be set. What can't be offered any more is no offer. */
const StoredOffer = v.object({
  ...ContractOffer.entries,
  article: v.string(),
  currency: v.string(),
  startsOn: v.string(),
  endsOn: v.nullable(v.string()),
  minimumLevel: v.number(),
})

const nothing: ContractTerms = {
  article: 'contract',
  work: [],
  weeklySalary: 0,
  currency: booksCurrency,
  paidFrom: { en: '' },
  startsOn: '1970-01-01',
  endsOn: null,
  minimumLevel: 0,
}

/**
 * Terms on offer to a member now, and why they can't have them: the level they would need, or that there is no offer.
 */
export async function offerTo(
  db: Db,
  memberId: string,
  clock: Clock,
): Promise<{
  terms: ContractTerms
  rejection:
    | { code: 'level_insufficient'; params: { needed: number; level: number } }
    | { code: 'contract_not_offered'; params: Record<string, never> }
    | null
}> {
  const stored = await settingOf(db, 'contract_terms', StoredOffer)
  const offer = v.is(ContractOffer, stored) ? stored : undefined
  const today = dayIn(await zoneOfOperator(db), clock.now())
  if (!offer || (offer.endsOn !== null && offer.endsOn < today))
    return { terms: offer ?? nothing, rejection: { code: 'contract_not_offered', params: {} } }
  const { level } = await db.selectFrom('member').select('level').where('id', '=', memberId).executeTakeFirstOrThrow()
  const tooLow = level < offer.minimumLevel
  return {
    terms: offer,
    rejection: tooLow ? { code: 'level_insufficient', params: { needed: offer.minimumLevel, level } } : null,
  }
}

/** Names an offer in all its languages, so that nobody signs another than they were shown. Its level is not shown. */
export function digestOf(terms: ContractTerms): string {
  const shown = { ...terms, minimumLevel: undefined }
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/** Whether two contracts offer the same, whatever the order of the fields. The level is no part of it. */
export function hasSameTerms(a: ContractTerms, b: ContractTerms): boolean {
  return isDeepStrictEqual({ ...a, minimumLevel: 0 }, { ...b, minimumLevel: 0 })
}

/** Terms in the reader's language. */
export function shownTerms(terms: ContractTerms, language: string) {
  return {
    ...terms,
    work: terms.work.map((it) => localized(language, it)),
    paidFrom: localized(language, terms.paidFrom),
  }
}
