/** How many addresses a member keeps at most. */
export const mostAddresses = 50

/** A stored address's version, and whether it was deleted. */
export interface Known {
  version: number
  isDeleted: boolean
}

/**
 * Whether another device saved first: the stored version is newer than the edited one. A stored version that is older
 * comes from a restored backup, and the device's edit wins.
 */
export function isNewer(known: Known | undefined, basedOn: number | null): boolean {
  return known !== undefined && known.version > (basedOn ?? 0)
}

/** The number of the version being written; it never falls, whatever a backup brought back. */
export function nextVersion(known: Known | undefined, basedOn: number | null): number {
  return Math.max(known?.version ?? 0, basedOn ?? 0) + 1
}

/** The letter under which an index lists a name: without accents, and # where it begins with no letter. */
export function initialOf(name: string): string {
  const first = name.normalize('NFD').charAt(0).toUpperCase()
  return /\p{L}/u.test(first) ? first : '#'
}
