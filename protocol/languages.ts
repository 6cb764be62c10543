/**
 * Languages that both sides speak. Each has its text in `locales/` and in the server's catalogues; English is the
 * source.
 */
export const languages = ['en', 'id', 'ms', 'vi', 'th', 'zh-Hans', 'ar'] as const
export type Language = (typeof languages)[number]

/** The specification's default (section 9). */
export const defaultLanguage = 'en' satisfies Language

/**
 * The first of the wishes (tags of RFC 5646, as `navigator.languages` has them) that is spoken; English where none is.
 */
export function languageFor<T extends string>(
  wishes: readonly string[],
  spoken: readonly T[],
): T | typeof defaultLanguage {
  for (const wish of wishes) {
    const code = codeOf(wish)
    const found = spoken.find((it) => it === code)
    if (found !== undefined) return found
  }
  return defaultLanguage
}

/**
 * The locale that numbers, money and days are written in: the language, as `country` (ISO 3166) writes it where one was
 * chosen or the browser asks for one. Arabic has Western digits: they are what the Gulf and the Maghreb write, and what
 * stands on cards and receipts. It has the Gregorian calendar, of which all days are: for Saudi Arabia, older browsers
 * would name the Islamic one's.
 */
export function intlLocaleOf(language: string, country?: string): string {
  const tag = country ? `${language}-${country.toUpperCase()}` : language
  return language === 'ar' ? `${tag}-u-ca-gregory-nu-latn` : tag
}

/**
 * The region whose way of writing a browser asks for: that of the first of its wishes in the language. `en-GB` has 24
 * hours, weeks from Monday, and the day before the month.
 */
export function regionFor(language: string, wishes: readonly string[]): string | undefined {
  const wish = wishes.find((it) => codeOf(it) === language)
  return wish && regionOf(wish)
}

/** The region in a browser's wish. Some are no tags that `Intl` knows, such as `en-US@posix`. */
export function regionOf(wish: string): string | undefined {
  return /^[a-z]+(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})\b/i.exec(wish)?.[1]?.toUpperCase()
}

/**
 * The language of a tag alone: `id-ID` and its old code `in` are `id`. Chinese needs its script too, which a place may
 * stand for.
 */
function codeOf(tag: string): string {
  const [code = '', ...rest] = tag
    .trim()
    .toLowerCase()
    .split(/[-_;@.]/)
  if (code === 'zh')
    return !rest.includes('hans') && rest.some((it) => ['hant', 'tw', 'hk', 'mo'].includes(it)) ? 'zh-Hant' : 'zh-Hans'
  return code === 'in' ? 'id' : code
}
