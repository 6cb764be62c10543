import type { LocalizedText } from './schema.ts'

/** The operator's words in the caller's language; English where it has none. */
export function localized(language: string, words: LocalizedText): string {
  return words[language] ?? words.en
}
