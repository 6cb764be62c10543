/** Where someone was when the log-in page came between: the route, and how many pages lay under it. */
export interface Remembered {
  href: string
  depth: number
}

const name = 'voltfolio-remembered'
let kept: Remembered | undefined

/** Outlives a reload in the middle of signing in. */
export function remember(place: Remembered): void {
  kept = place
  try {
    sessionStorage.setItem(name, JSON.stringify(place))
  } catch {
    // Kept in memory; a reload then leads home.
  }
}

export function takeRemembered(): Remembered | undefined {
  const place = kept ?? stored()
  kept = undefined
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was stored either.
  }
  return place
}

function stored(): Remembered | undefined {
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
