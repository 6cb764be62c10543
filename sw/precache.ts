/** One file of the build. `revision` is null where its name changes with its content. */
export interface Asset {
  url: string
  revision: string | null
}

/** One build's files in Cache Storage, under a cache of its own. */
export interface Precache {
  buildId: string
  assets: readonly Asset[]
  caches: CacheStorage
  fetch: (request: Request) => Promise<Response>
  /** Base of relative addresses. */
  scope: string
  /** Milliseconds that one file may take. */
  timeoutMs: number
}

const prefix = 'voltfolio-shell-'
/** Files fetched at a time: enough to fill a slow, distant line, few enough to leave room for the page. */
const atATime = 6
/** Another worker may delete the cache while it is being filled; a second round then fetches what is gone. */
const rounds = 3

export function cacheName(buildId: string): string {
  return prefix + buildId
}

/**
 * Puts every file that is missing into the build's cache, several at a time. Files that an interrupted install had put
 * there stay; files that another build has under the same hashed name are copied. Rejects, and stops fetching, when a
 * single file can't be had. `onProgress` gets the number of files in the cache.
 */
export async function fill(precache: Precache, onProgress: (done: number) => void): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await fillOnce(precache, onProgress)
    if (await isComplete(precache)) return
  }
  throw new Error('The cache was emptied while it was filled')
}

/** True while every file of the build is in its cache. Browsers, and people, empty caches. */
export async function isComplete(precache: Precache): Promise<boolean> {
  return (
    (await precache.caches.has(cacheName(precache.buildId))) &&
    missingIn(precache, await precache.caches.open(cacheName(precache.buildId))).then((them) => them.length === 0)
  )
}

/** A file of this build, or of another one that an open page still runs. */
export async function find(precache: Precache, address: string): Promise<Response | undefined> {
  const { caches, buildId } = precache
  return (
    (await caches.match(address, { cacheName: cacheName(buildId), ignoreSearch: true, ignoreVary: true })) ??
    (await findInOthers(precache, address))
  )
}

/** Whether the build has a file at this address. */
export function isPrecached(precache: Precache, address: string): boolean {
  return precache.assets.some((asset) => addressOf(precache, asset) === address)
}

/**
 * Deletes the caches of builds that nobody uses. `buildsInUse` resolves with the builds of all open pages and of all
 * workers, with undefined for each that doesn't say. Deletes nothing then, nor while this build is incomplete: another
 * build may be all there is without a network.
 */
export async function removeUnused(precache: Precache, buildsInUse: () => Promise<unknown[]>): Promise<void> {
  // Listed first: a build whose install begins while the others are asked is not in the list.
  const names = await cacheNames(precache)
  const inUse = await buildsInUse()
  if (inUse.includes(undefined) || !(await isComplete(precache))) return
  const kept = new Set([precache.buildId, ...inUse].map((it) => cacheName(String(it))))
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => precache.caches.delete(name)))
}

async function fillOnce(precache: Precache, onProgress: (done: number) => void): Promise<void> {
  const cache = await precache.caches.open(cacheName(precache.buildId))
  const queue = await missingIn(precache, cache)
  let done = precache.assets.length - queue.length
  const pages: [Asset, Response][] = []
  onProgress(done)

  async function fetchUntilEmpty(): Promise<void> {
    for (let asset; (asset = queue.shift());) {
      const response = (await reused(precache, asset)) ?? (await fetched(precache, asset))
      if (isPage(asset)) {
        pages.push([asset, response])
        continue
      }
      await cache.put(addressOf(precache, asset), response)
      onProgress(++done)
    }
  }

  try {
    await Promise.all(Array.from({ length: atATime }, fetchUntilEmpty))
  } finally {
    queue.length = 0
  }
  // The page comes last: while it is missing, navigation takes the page of another build that is whole.
  for (const [asset, response] of pages) {
    await cache.put(addressOf(precache, asset), response)
    onProgress(++done)
  }
}

async function missingIn(precache: Precache, cache: Cache): Promise<Asset[]> {
  const there = new Set((await cache.keys()).map((request) => request.url))
  return precache.assets.filter((asset) => !there.has(addressOf(precache, asset)))
}

async function findInOthers(precache: Precache, address: string): Promise<Response | undefined> {
  // Newest first: a build that waits comes before one that was replaced.
  for (const name of (await cacheNames(precache)).toReversed()) {
    if (name === cacheName(precache.buildId)) continue
    const found = await precache.caches.match(address, { cacheName: name, ignoreVary: true })
    if (found) return found
  }
  return undefined
}

async function cacheNames({ caches }: Precache): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix))
}

/** Only a name that changes with the content says that the content is the same. */
async function reused(precache: Precache, asset: Asset): Promise<Response | undefined> {
  return asset.revision === null ? precache.caches.match(addressOf(precache, asset), { ignoreVary: true }) : undefined
}

async function fetched(precache: Precache, asset: Asset): Promise<Response> {
  // A line that is cut once is common.
  const response = await request(precache, asset).catch(() => request(precache, asset))
  if (!response.ok || !isPlausible(asset, response))
    throw new Error(`${asset.url} could not be installed (HTTP ${response.status})`)
  if (isPage(asset) && !(await isOfThisBuild(precache, response))) throw new Error(`${asset.url} is of another build`)
  return response
}

/** A line that never answers must not hold up the install for ever. */
async function request(precache: Precache, asset: Asset): Promise<Response> {
  const it = new Request(addressOf(precache, asset), {
    cache: asset.revision === null ? 'default' : 'reload',
    credentials: 'same-origin',
    redirect: 'error',
    signal: AbortSignal.timeout(precache.timeoutMs),
  })
  const response = await precache.fetch(it)
  // Used after the answer, so that the request and its timer are not garbage before.
  it.signal.throwIfAborted()
  return response
}

/**
 * A portal answers every address with its log-in page; cached as a script, that would break the app until the next
 * build.
 */
function isPlausible(asset: Asset, response: Response): boolean {
  const isHtml = response.headers.get('content-type')?.includes('text/html') ?? false
  return isHtml === isPage(asset)
}

/**
 * A deploy may come between the worker's list and the page: a page whose scripts are not in the list can't start
 * offline.
 */
async function isOfThisBuild(precache: Precache, page: Response): Promise<boolean> {
  const urls = new Set(precache.assets.map((asset) => asset.url))
  return [...(await page.clone().text()).matchAll(/\bassets\/[\w.-]+/g)].every(([url]) => urls.has(url))
}

function isPage({ url }: Asset): boolean {
  return /(\.html|\/|^)$/.test(url)
}

function addressOf({ scope }: Precache, { url }: Asset): string {
  return new URL(url, scope).href
}
