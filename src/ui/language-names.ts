import type { Language } from '#protocol/languages.ts'

/** Each language's name in the language itself. */
const names: Record<Language, string> = {
  en: 'English',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
  vi: 'Tiếng Việt',
  th: 'ไทย',
  'zh-Hans': '简体中文',
  ar: 'العربية',
}

/** The name of a language for those who speak it; a code that has none stands for itself. */
export function languageName(code: string): string {
  return names[code as Language] ?? code
}
