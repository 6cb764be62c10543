import type { LocalizedText } from './schema.ts'

/** A text of the operator in a language; English where it has no translation. */
export function localized(language: string, words: LocalizedText): string {
  return words[language] ?? words.en
}
