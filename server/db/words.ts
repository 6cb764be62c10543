import type { Words } from './schema.ts'

/** The operator's words in the caller's language; English where it has none. */
export function wordsIn(language: string, words: Words): string {
  return words[language] ?? words.en
}
