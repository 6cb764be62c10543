interface Region {
  id: string
  parentId: string | null
  name: string
}

/** Names from the country's part down to the region; empty where the list doesn't have it. */
export function regionPath(regions: readonly Region[], id: string): string[] {
  const found = regions.find((it) => it.id === id)
  if (!found) return []
  return [...(found.parentId === null ? [] : regionPath(regions, found.parentId)), found.name]
}

/** The country a region lies in: its id begins with it. */
export function countryOf(regionId: string): string {
  return regionId.split('-')[0] ?? ''
}
