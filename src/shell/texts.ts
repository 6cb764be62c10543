import type { Messages } from '@lingui/core'
import { packOf, packs } from 'virtual:text-packs'

/**
 * What the components (`ui`) or the screens of an area say, in a language; nothing for an area that has no words of its
 * own yet. Rejects where it can't be fetched.
 */
export async function textOf(language: string, area: string): Promise<Messages> {
  const texts = await packs[language]?.[packOf[area] ?? '']?.()
  return texts?.[area] ?? {}
}
