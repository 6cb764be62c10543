import type { ErrorCode, ErrorParams } from '#protocol/errors.ts'
import type { Language } from '#protocol/languages.ts'
import { languageFor, languages } from '#protocol/languages.ts'
import { ar } from './messages/ar.ts'
import type { Catalogue } from './messages/catalogue.ts'
import { en } from './messages/en.ts'
import { id } from './messages/id.ts'
import { ms } from './messages/ms.ts'
import { th } from './messages/th.ts'
import { vi } from './messages/vi.ts'
import { zhHans } from './messages/zh-hans.ts'

const catalogues: Record<Language, Catalogue> = { en, id, ms, vi, th, 'zh-Hans': zhHans, ar }

/**
 * The first language we have of those a caller asks for: one code (`id`), or an Accept-Language list (`fr,
 * id-ID;q=0.8`). English otherwise.
 */
export function languageOf(accepted: string | undefined): Language {
  return languageFor(accepted?.split(',') ?? [], languages)
}

/** The catalogue's sentence for a code (specification 8). */
export function messageFor(code: ErrorCode, language: Language, params: ErrorParams = {}): string {
  return catalogues[language][code](params)
}
