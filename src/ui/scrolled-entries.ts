/** The name in session storage under which they outlive a reload, as a list of pairs. */
export const scrolledName = 'voltfolio-scrolled'

/** How far the page of each history entry was scrolled when it was left, in CSS pixels, by the entry's key. */
export const scrolledEntries = new Map(stored())

function stored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(scrolledName) ?? '[]') as [string, number][]
  } catch {
    // Storage is blocked or there is none, as on the server, or the text isn't JSON: pages begin at the top.
    return []
  }
}
