import { reported } from '../lib/report.ts'

interface Kept {
  cacheName: string
  /** Files in the cache; above that the first that came goes. */
  most: number
  /** With which the content type must begin: a portal answers with its log-in page. */
  type: string
}

/**
 * A file whose address never changes its content: from this device, else from the network and then kept. Rejects where
 * `load` does; a cache that fails, as on a full disk, costs only the next time.
 */
export async function keptOrLoaded(
  request: Request,
  { cacheName, most, type }: Kept,
  store: CacheStorage,
  load: typeof fetch,
): Promise<Response> {
  const cache = await store.open(cacheName).catch(reported('kept files: open'))
  const kept = await cache?.match(request.url).catch(reported('kept files: read'))
  if (kept) return kept
  const response = await load(request)
  if (cache && response.ok && !response.redirected && response.headers.get('content-type')?.startsWith(type))
    await keep(cache, request.url, response.clone(), most).catch(reported('kept files: write'))
  return response
}

async function keep(cache: Cache, url: string, response: Response, most: number): Promise<void> {
  await cache.put(url, response)
  const [oldest, ...others] = await cache.keys()
  if (oldest && others.length >= most) await cache.delete(oldest)
}
