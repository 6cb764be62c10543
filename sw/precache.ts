/** One file of the build. `revision` is null where its name changes with its content. */
export interface Asset {
  url: string
  revision: string | null
}

export interface PrecacheStorage {
  caches: CacheStorage
  fetch: (request: Request) => Promise<Response>
  /** Where relative addresses begin. */
  scope: string
  /** Milliseconds that one file may take. */
  patienceMs: number
}

const prefix = 'voltfolio-shell-'
/** How many files are fetched at a time: enough to fill a slow, distant line, few enough to leave room for the page. */
const atATime = 6

export function cacheName(buildId: string): string {
  return prefix + buildId
}

/**
 * Puts every file of a build into its cache, several at a time. What is there from an install that was cut short stays;
 * what an earlier build has under the same hashed name is copied. Rejects when a single file can't be had: the build is
 * then not installed, and the old one goes on. `report` hears how many files are in.
 */
export async function install(
  at: PrecacheStorage,
  buildId: string,
  assets: readonly Asset[],
  report: (done: number) => void,
): Promise<void> {
  const cache = await at.caches.open(cacheName(buildId))
  const there = new Set((await cache.keys()).map((request) => request.url))
  const missing = assets.filter((asset) => !there.has(addressOf(at, asset)))
  let done = assets.length - missing.length
  report(done)
  const queue = missing.values()
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const asset of queue) {
        await cache.put(addressOf(at, asset), (await kept(at, asset)) ?? (await fetched(at, asset)))
        report(++done)
      }
    }),
  )
}

/** True while every file of the build is still there. Browsers, and people, empty caches. */
export async function isComplete(at: PrecacheStorage, buildId: string, assets: readonly Asset[]): Promise<boolean> {
  if (!(await at.caches.has(cacheName(buildId)))) return false
  const there = new Set((await (await at.caches.open(cacheName(buildId))).keys()).map((request) => request.url))
  return assets.every((asset) => there.has(addressOf(at, asset)))
}

/** A file of this build, or of an earlier one that an open page still runs. */
export async function find(at: PrecacheStorage, buildId: string, address: string): Promise<Response | undefined> {
  return (
    (await at.caches.match(address, { cacheName: cacheName(buildId), ignoreSearch: true, ignoreVary: true })) ??
    (await earlier(at, buildId, address))
  )
}

/** Removes the builds before this one. */
export async function removeOthers(at: PrecacheStorage, buildId: string): Promise<void> {
  const names = await at.caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith(prefix) && name !== cacheName(buildId))
      .map((name) => at.caches.delete(name)),
  )
}

async function earlier(at: PrecacheStorage, buildId: string, address: string): Promise<Response | undefined> {
  for (const name of await at.caches.keys()) {
    if (!name.startsWith(prefix) || name === cacheName(buildId)) continue
    const found = await at.caches.match(address, { cacheName: name, ignoreVary: true })
    if (found) return found
  }
  return undefined
}

/** Only a name that changes with the content says that the content is the same. */
async function kept(at: PrecacheStorage, asset: Asset): Promise<Response | undefined> {
  return asset.revision === null ? at.caches.match(addressOf(at, asset), { ignoreVary: true }) : undefined
}

async function fetched(at: PrecacheStorage, asset: Asset): Promise<Response> {
  const response = await asked(at, asset).catch(() => asked(at, asset))
  if (!response.ok || !isPlausible(asset, response))
    throw new Error(`${asset.url} could not be installed (HTTP ${response.status})`)
  return response
}

/** A line that is cut once is common; a line that never says anything must not hold up the install for ever. */
function asked(at: PrecacheStorage, asset: Asset): Promise<Response> {
  return at.fetch(
    new Request(addressOf(at, asset), {
      cache: asset.revision === null ? 'default' : 'reload',
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(at.patienceMs),
    }),
  )
}

/** A portal answers every address with its log-in page; kept as a script, that would break the app until the next build. */
function isPlausible(asset: Asset, response: Response): boolean {
  const isHtml = response.headers.get('content-type')?.includes('text/html') ?? false
  return isHtml === /(\.html|\/|^)$/.test(asset.url)
}

function addressOf(at: PrecacheStorage, asset: Asset): string {
  return new URL(asset.url, at.scope).href
}
