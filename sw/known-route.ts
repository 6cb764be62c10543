import { isRoute } from '../src/sitemap.ts'
import { routeOf } from '../src/cache/storage/pending-route.ts'

/** A route that the app has. Undefined for any other: a server may be newer than this build, a push may be forged. */
export function knownRoute(text: unknown): string | undefined {
  const route = routeOf(text)
  return route !== undefined && isRoute(route) ? route : undefined
}
