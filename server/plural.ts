import type { Language } from '#protocol/languages.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * Picks the form that a count takes in a language (CLDR's plural rules). A form without the number in it may leave it
 * out.
 */
export function pluralIn(language: Language): (count: string | number | undefined, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => forms[rules.select(Number(count))] ?? forms.other
}
