import * as v from 'valibot'
import type { Db } from './open.ts'
import { settingOf } from './settings.ts'
import { localized } from './localized.ts'

const Terms = v.record(v.string(), v.objectWithRest({ en: v.string() }, v.string()))

/** Every term of the operator in a language, by its English. */
export async function termsIn(db: Db, language: string): Promise<Record<string, string>> {
  const terms = (await settingOf(db, 'terms', Terms)) ?? {}
  return Object.fromEntries(Object.entries(terms).map(([name, words]) => [name, localized(language, words)]))
}

/** How a row's name is said in a language; as it stands there where the operator has no other word for it. */
export async function translatorFor(db: Db, language: string): Promise<(name: string) => string> {
  if (language === 'en') return (name) => name
  const terms = await termsIn(db, language)
  return (name) => (Object.hasOwn(terms, name) ? terms[name] : undefined) ?? name
}
