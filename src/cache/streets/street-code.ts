import { keptOrLoaded } from '../kept-files.ts'

/**
 * The code that draws streets, a megabyte. It is no part of the precache, because most operators have no streets and
 * most members don't look at them: the worker keeps it from the first map on. Three files a build, of two builds.
 */
const kept = { cacheName: 'voltfolio-street-code', most: 6, type: 'text/javascript' }

/** Whether a file of the build draws streets; its name has a hash of its content. */
export function isStreetCode({ pathname }: URL): boolean {
  return /\/assets\/(street-(layer|tiles)|maplibre-gl-worker)-[\w-]+\.m?js$/.test(pathname)
}

export function streetCodeFor(request: Request, store: CacheStorage, load: typeof fetch): Promise<Response> {
  return keptOrLoaded(request, kept, store, load)
}
