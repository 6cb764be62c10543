import * as v from 'valibot'
import type { Db } from './open.ts'
import { settingOf } from './settings.ts'
import { localized } from './localized.ts'

/** Translations by the English name. */
export const Terms = v.record(v.string(), v.objectWithRest({ en: v.string() }, v.string()))

/** The operator's terms (names of products, levels, coupons) in a language, by their English. */
export async function termsIn(db: Db, language: string): Promise<Record<string, string>> {
  const terms = (await settingOf(db, 'terms', Terms)) ?? {}
  return Object.fromEntries(Object.entries(terms).map(([name, words]) => [name, localized(language, words)]))
}

/** What is called otherwise in each country: by country, then by the app's name for it. */
export const CountryTerms = v.record(v.string(), Terms)

/** What a country calls otherwise, in a language; nothing where the operator has set nothing. */
export async function countryTermsIn(db: Db, country: string, language: string): Promise<Record<string, string>> {
  const terms = (await settingOf(db, 'country_terms', CountryTerms))?.[country] ?? {}
  return Object.fromEntries(Object.entries(terms).map(([name, words]) => [name, localized(language, words)]))
}

/** A function that translates names stored in English; names without a translation stay as they are. */
export async function translatorFor(db: Db, language: string): Promise<(name: string) => string> {
  if (language === 'en') return (name) => name
  const terms = await termsIn(db, language)
  return (name) => (Object.hasOwn(terms, name) ? terms[name] : undefined) ?? name
}
