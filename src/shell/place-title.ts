import { useLingui } from '@lingui/react'
import { placeAt } from '../sitemap.ts'

/** The sitemap's title of the page at a path, in the reader's language; empty where there is no such page. */
export function usePlaceTitle(path: string): string {
  const { _ } = useLingui()
  const place = placeAt(path)
  return place ? _(place.title) : ''
}
