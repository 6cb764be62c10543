interface Kept {
  cacheName: string
  /** Files in the cache; above that the first that came goes. */
  most: number
  /** With which the content type must begin: a portal answers with its log-in page. */
  type: string
}

/**
 * A file whose address never changes its content: from this device, else from the network and then kept. Rejects where
 * `load` does.
 */
export async function keptOrLoaded(
  request: Request,
  { cacheName, most, type }: Kept,
  store: CacheStorage,
  load: typeof fetch,
): Promise<Response> {
  const cache = await store.open(cacheName)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await load(request)
  if (response.ok && !response.redirected && response.headers.get('content-type')?.startsWith(type)) {
    await cache.put(request.url, response.clone())
    const [oldest, ...others] = await cache.keys()
    if (oldest && others.length >= most) await cache.delete(oldest)
  }
  return response
}
