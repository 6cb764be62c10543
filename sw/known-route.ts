import { isRoute } from '../src/sitemap.ts'
import { routeOf } from '../src/cache/storage/pending-route.ts'

/**
 * The route, if this build has it; undefined otherwise. A server may be newer than this build, and a push may be
 * forged.
 */
export function knownRoute(text: unknown): string | undefined {
  const route = routeOf(text)
  return route !== undefined && isRoute(route) ? route : undefined
}
