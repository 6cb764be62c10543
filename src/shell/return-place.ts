/** Where someone was when the log-in page came between: the route, and how many pages lay under it. */
export interface ReturnPlace {
  href: string
  depth: number
}

const name = 'voltfolio-remembered'
let inMemory: ReturnPlace | undefined

/** Outlives a reload in the middle of signing in. */
export function saveReturnPlace(place: ReturnPlace): void {
  inMemory = place
  try {
    sessionStorage.setItem(name, JSON.stringify(place))
  } catch {
    // Kept in memory; a reload then leads home.
  }
}

export function takeReturnPlace(): ReturnPlace | undefined {
  const place = inMemory ?? stored()
  inMemory = undefined
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was stored either.
  }
  return place
}

function stored(): ReturnPlace | undefined {
  try {
    const it: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof it !== 'object' || it === null || !('href' in it) || !('depth' in it)) return undefined
    const { href, depth } = it
    return typeof href === 'string' && href.startsWith('/') && typeof depth === 'number' ? { href, depth } : undefined
  } catch {
    // Refused storage or a text that isn't JSON: signing in leads home.
    return undefined
  }
}
