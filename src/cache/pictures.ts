/** Members' pictures on this device, by their address. Filled by the worker, emptied when somebody signs out. */
const cacheName = 'voltfolio-pictures'
const mostPictures = 50

/** Where pictures are served: an address never changes its content. */
export function isPicture({ pathname }: URL): boolean {
  return pathname.startsWith('/wx/picture/')
}

/** A picture from this device, else from the network and then kept. Rejects where `load` does. */
export async function pictureFor(request: Request, store: CacheStorage, load: typeof fetch): Promise<Response> {
  const cache = await store.open(cacheName)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await load(request)
  // A portal answers with its log-in page, or leads to it.
  if (response.ok && !response.redirected && response.headers.get('content-type')?.startsWith('image/')) {
    await cache.put(request.url, response.clone())
    const [oldest, ...others] = await cache.keys()
    if (oldest && others.length >= mostPictures) await cache.delete(oldest)
  }
  return response
}

/** Nothing of theirs stays for whoever uses this device next. */
export async function forgetPictures(store: CacheStorage | undefined): Promise<void> {
  await store?.delete(cacheName)
}
