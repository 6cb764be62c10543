import type { Language } from '#protocol/languages.ts'

/** A text in every language: one that lacks a language doesn't compile. */
export type InAll = Record<Language, string>

/** In the order of the languages of the protocol. */
export function inAll(en: string, id: string, ms: string, vi: string, th: string, zhHans: string, ar: string): InAll {
  return { en, id, ms, vi, th, 'zh-Hans': zhHans, ar }
}
