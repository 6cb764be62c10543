/**
 * What a page last showed, kept so that the worker can put it into the document of the next start: the member sees
 * content before the program runs (docs/offline.md, "The last screen").
 */
export interface LastScreen {
  /** Path and search of the route, `/pages/index/my`. */
  route: string
  /** `lastScreenStamp()` of the page. */
  stamp: string
  buildId: string
  /** Milliseconds since 1970 at which the oldest answer on it was true. */
  at: number
  /** Attributes of the `html` element. */
  page: Readonly<Record<string, string>>
  /** Markup of the content of `#root`. */
  markup: string
  /** The inline styles of the markup as rules: the content security policy refuses style attributes. */
  styles: string
}

const cacheName = 'voltfolio-last-screens'
const weekMs = 7 * 24 * 60 * 60_000
/** The tabs, and the last page besides. */
const mostScreens = 6
/** Characters of markup; a page that is longer isn't kept. */
export const mostMarkup = 300_000

/** The file with the styles of a route's last screen, relative to the worker's scope. */
const stylesFile = 'last-screen.css'

/** The document of a route's last screen, relative to the worker's scope, and the route that such an address names. */
const documentFile = 'last-screen.html'
export const lastScreenAddress = (route: string) => `${documentFile}?${encodeURIComponent(route)}`
export const routeOfLastScreen = ({ pathname, search }: URL) =>
  pathname.endsWith(`/${documentFile}`) ? decodeURIComponent(search.slice(1)) : undefined

const screenAddress = (route: string) => `last-screen?${encodeURIComponent(route)}`
export const stylesAddress = (route: string) => `${stylesFile}?${encodeURIComponent(route)}`

/** Saves a screen; the oldest of too many goes. */
export async function saveLastScreen(store: CacheStorage, scope: string, screen: LastScreen): Promise<void> {
  const cache = await store.open(cacheName)
  const at = (address: string) => new URL(address, scope).href
  const css = new Response(screen.styles, { headers: { 'content-type': 'text/css' } })
  await cache.put(at(stylesAddress(screen.route)), css)
  await cache.put(at(screenAddress(screen.route)), Response.json(screen))
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - 2 * mostScreens)).map((it) => cache.delete(it)))
}

/** The screen of a route that this build has kept within a week; undefined for any other. */
export async function lastScreenOf(
  store: CacheStorage,
  scope: string,
  { route, buildId, now }: { route: string; buildId: string; now: number },
): Promise<LastScreen | undefined> {
  const kept = await store.match(new URL(screenAddress(route), scope).href, { cacheName })
  // Written by `saveLastScreen` only, and by the same build where the ids agree.
  const screen = (await kept?.json()) as LastScreen | undefined
  const isOurs = screen?.buildId === buildId && now - screen.at >= 0 && now - screen.at < weekMs
  return isOurs ? screen : undefined
}

/** The styles of a last screen, where a request asks for them. */
export function lastScreenStyles(store: CacheStorage, url: URL): Promise<Response | undefined> | undefined {
  return url.pathname.endsWith(`/${stylesFile}`) ? store.match(url.href, { cacheName }) : undefined
}

/** Deletes them all: whoever uses this device next must not see them. */
export async function forgetLastScreens(store: CacheStorage | undefined = globalThis.caches): Promise<void> {
  await store?.delete(cacheName)
}
