/** How many addresses a member keeps at most. */
export const mostAddresses = 50

/** What the server has of an address: how often it was written, and whether it still says something. */
export interface Known {
  version: number
  isDeleted: boolean
}

/**
 * Whether somebody else came first: the server's version is newer than what was edited. An older one than that comes from a
 * restored backup, and the device knows better.
 */
export function isNewer(known: Known | undefined, basedOn: number | null): boolean {
  return known !== undefined && known.version > (basedOn ?? 0)
}

/** The number of the version being written; it never falls, whatever a backup brought back. */
export function nextVersion(known: Known | undefined, basedOn: number | null): number {
  return Math.max(known?.version ?? 0, basedOn ?? 0) + 1
}

/** The letter under which a name stands in an index: without its marks, and # where it begins with none. */
export function initialOf(name: string): string {
  const first = name.normalize('NFD').charAt(0).toUpperCase()
  return /\p{L}/u.test(first) ? first : '#'
}
