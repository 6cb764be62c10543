/**
 * `country` is the person's own choice; without one a default is used, and numbers and dates follow the language alone.
 */
export interface SavedLocale {
  language?: string | undefined
  country?: string | undefined
}

/** The entry of localStorage that holds it, for the `storage` event that tells of other tabs. */
export const localeName = 'voltfolio-locale'

/** The language and the country chosen on this device; values that can't be read are left out. */
export function savedLocale(): SavedLocale {
  try {
    const it: unknown = JSON.parse(localStorage.getItem(localeName) ?? '{}')
    if (typeof it !== 'object' || it === null) return {}
    return {
      ...('language' in it && typeof it.language === 'string' && { language: it.language }),
      // The country becomes part of a language tag, and a malformed tag throws wherever a number is formatted.
      ...('country' in it &&
        typeof it.country === 'string' &&
        /^[A-Za-z]{2}$/.test(it.country) && { country: it.country }),
    }
  } catch {
    // Storage is blocked, or the text isn't JSON: the browser's own language.
    return {}
  }
}

/** Where the browser refuses storage, the choice holds until the page closes. */
export function saveLocale(chosen: SavedLocale): void {
  try {
    localStorage.setItem(localeName, JSON.stringify(chosen))
  } catch {}
}
