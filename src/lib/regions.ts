interface Region {
  id: string
  parentId: string | null
  name: string
}

/** Names from the province down to the region; empty where the list doesn't have the region. */
export function regionPath(regions: readonly Region[], id: string): string[] {
  const found = regions.find((it) => it.id === id)
  if (!found) return []
  return [...(found.parentId === null ? [] : regionPath(regions, found.parentId)), found.name]
}

/** The country of a region: the region's id begins with it. */
export function countryOf(regionId: string): string {
  return regionId.split('-')[0] ?? ''
}
