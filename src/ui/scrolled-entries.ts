/** How far the page of each history entry was scrolled when it was left, in CSS pixels, by the entry's key. */
export const scrolledEntries = new Map<string, number>()
