/** The page that the log-in page interrupted: its route, and the number of pages below it. */
export interface ReturnPlace {
  href: string
  depth: number
}

const name = 'voltfolio-remembered'
let inMemory: ReturnPlace | undefined

/** Saved in `sessionStorage`, so that it survives a reload during signing in. */
export function saveReturnPlace(place: ReturnPlace): void {
  inMemory = place
  try {
    sessionStorage.setItem(name, JSON.stringify(place))
  } catch {
    // Without storage it is in memory only; after a reload, signing in leads home.
  }
}

export function takeReturnPlace(): ReturnPlace | undefined {
  const place = inMemory ?? stored()
  inMemory = undefined
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
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
    // Storage is blocked, or the text isn't JSON: signing in leads home.
    return undefined
  }
}
