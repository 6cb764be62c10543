/** CacheStorage in memory, as much of it as the worker uses. */
export function fakeCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()

  function cacheOf(name: string): Cache {
    let kept = all.get(name)
    if (!kept) all.set(name, (kept = new Map()))
    const cache: Pick<Cache, 'put' | 'keys' | 'match' | 'delete'> = {
      async put(it, response) {
        kept.set(addressOf(it), response)
      },
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      match: async (it) => kept.get(addressOf(it))?.clone(),
      delete: async (it) => kept.delete(addressOf(it)),
    }
    return cache as Cache
  }

  return {
    open: async (name) => cacheOf(name),
    has: async (name) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    async match(it, { cacheName } = {}) {
      for (const name of cacheName === undefined ? all.keys() : [cacheName]) {
        const found = all.has(name) ? await cacheOf(name).match(it) : undefined
        if (found) return found
      }
      return undefined
    },
  }
}

function addressOf(it: RequestInfo | URL): string {
  if (typeof it === 'string') return it
  return it instanceof URL ? it.href : it.url
}
