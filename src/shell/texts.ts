import type { Messages } from '@lingui/core'
import { packOf, packs } from 'virtual:text-packs'

/**
 * The texts of the components (`ui`) or of an area's screens in a language; empty for an area that has no texts.
 * Rejects where they can't be fetched.
 */
export async function textOf(language: string, area: string): Promise<Messages> {
  const texts = await packs[language]?.[packOf[area] ?? '']?.()
  return texts?.[area] ?? {}
}

const aboardName = 'voltfolio-languages'

/** The languages that were on this device when it was last looked at; none where that isn't known. */
export function languagesAboard(): string[] {
  try {
    const it: unknown = JSON.parse(localStorage.getItem(aboardName) ?? '[]')
    return Array.isArray(it) ? it.map(String) : []
  } catch {
    return []
  }
}

export function saveLanguagesAboard(languages: readonly string[]): void {
  try {
    localStorage.setItem(aboardName, JSON.stringify(languages))
  } catch {
    // Without storage a start that lacks its language tries English.
  }
}
