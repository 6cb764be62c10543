/** `country` is the person's own choice; without one the default stands in, and nothing is written as it writes. */
export interface SavedLocale {
  language?: string
  country?: string
}

const name = 'voltfolio-locale'

/** The language and the country chosen on this device; nothing of what can't be read. */
export function savedLocale(): SavedLocale {
  try {
    const it: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    if (typeof it !== 'object' || it === null) return {}
    return {
      ...('language' in it && typeof it.language === 'string' && { language: it.language }),
      // It becomes part of a tag, and a malformed tag throws wherever a number is written.
      ...('country' in it &&
        typeof it.country === 'string' &&
        /^[A-Za-z]{2}$/.test(it.country) && { country: it.country }),
    }
  } catch {
    // Refused storage or a text that isn't JSON: the browser's own language.
    return {}
  }
}

/** Throws where the browser refuses storage. */
export function saveLocale(chosen: SavedLocale): void {
  localStorage.setItem(name, JSON.stringify(chosen))
}
