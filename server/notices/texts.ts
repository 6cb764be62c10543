import type { Language } from '#protocol/languages.ts'
import { ar } from './texts/ar.ts'
import type { Catalogue, NoticeKind, Text } from './texts/catalogue.ts'
import { en } from './texts/en.ts'
import { id } from './texts/id.ts'
import { ms } from './texts/ms.ts'
import { th } from './texts/th.ts'
import { vi } from './texts/vi.ts'
import { zhHans } from './texts/zh-hans.ts'

const catalogues: Record<Language, Catalogue> = { en, id, ms, vi, th, 'zh-Hans': zhHans, ar }

/**
 * A stored message in the reader's language. Null for an unknown kind: an older process may read what a newer one
 * wrote.
 */
export function textOf(kind: string, params: unknown, language: Language): Text | null {
  const catalogue = catalogues[language]
  return Object.hasOwn(catalogue, kind) ? catalogue[kind as NoticeKind](params as never) : null
}
