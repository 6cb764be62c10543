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
