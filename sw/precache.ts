import { reported } from '../src/lib/report.ts'
import { archiveName, archiveOf } from './file-names.ts'
import { filesIn, idleTimeout } from './archive.ts'

/** One file of the build. `revision` is null where its name changes with its content. */
export interface Asset {
  url: string
  revision: string | null
}

/** The files of one build, in a cache of its own in Cache Storage. */
export interface Precache {
  buildId: string
  assets: readonly Asset[]
  /** Each has many of them in one answer, for a worker that has few (build/archives.ts). */
  archives: readonly Asset[]
  caches: CacheStorage
  fetch: (request: Request) => Promise<Response>
  /** The base of relative addresses. */
  scope: string
  /** The most milliseconds that the request of one file may take. */
  timeoutMs: number
}

const prefix = 'voltfolio-shell-'
/**
 * Files fetched at a time: more would slow the page's own requests, fewer would waste a connection with high latency.
 */
const atATime = 6
/** Files that are missing of an archive from which on it is fetched. */
const worthAnArchive = 12
/** Milliseconds in which nothing of an archive has arrived: its files are then fetched one by one. */
const idleMs = 10_000
/** Another worker may delete the cache during an install; the next round then fetches the missing files. */
const rounds = 3

export function cacheName(buildId: string): string {
  return prefix + buildId
}

/**
 * Fetches every file that is missing into the build's cache, several at a time, or many by an archive. Files of an
 * interrupted install stay there. Files that another build has under the same hashed name are copied. Rejects, and
 * stops fetching, where a file can't be fetched. `onProgress` gets the number of files in the cache.
 */
export async function fill(precache: Precache, onProgress: (done: number) => void): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await fillOnce(precache, onProgress)
    if (await isComplete(precache)) return
  }
  throw new Error('The cache was emptied while it was filled')
}

/** True while every file of the build is in its cache. Browsers and users may delete files. */
export async function isComplete(precache: Precache): Promise<boolean> {
  return (await missing(precache)).length === 0
}

/** True where nothing of any build is on the device yet. */
export async function isFirstBuild(precache: Precache): Promise<boolean> {
  return (await cacheNames(precache)).length === 0
}

/** The files of the build that are not in its cache. */
export async function missing(precache: Precache): Promise<readonly Asset[]> {
  const name = cacheName(precache.buildId)
  // Opening a cache would create it.
  if (!(await precache.caches.has(name))) return precache.assets
  return missingIn(precache, await precache.caches.open(name))
}

/** A file of this build, or of another build that an open page still runs. */
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
 * Deletes the caches of unused builds. `buildsInUse` resolves with the builds of all open pages and workers, and with
 * undefined for each that doesn't answer. Where one doesn't answer, or this build is incomplete, nothing is deleted:
 * another build may be the only one that works offline.
 */
export async function removeUnused(precache: Precache, buildsInUse: () => Promise<unknown[]>): Promise<void> {
  // The list comes first, so that a build whose install begins during the question is not in it.
  const names = await cacheNames(precache)
  const inUse = await buildsInUse()
  if (inUse.includes(undefined) || !(await isComplete(precache))) return
  const kept = new Set([precache.buildId, ...inUse].map((it) => cacheName(String(it))))
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => precache.caches.delete(name)))
}

async function fillOnce(precache: Precache, onProgress: (done: number) => void): Promise<void> {
  const cache = await precache.caches.open(cacheName(precache.buildId))
  const lacking = new Map((await missingIn(precache, cache)).map((it) => [it.url, it]))
  let done = precache.assets.length - lacking.size
  const pages: [Asset, Response][] = []
  const over = new AbortController()
  onProgress(done)
  const archives = await worthwhileArchives(precache, [...lacking.values()])
  const archived = new Set(archives.map(archiveName))
  const queue = [...archives, ...[...lacking.values()].filter((it) => !archived.has(archiveOf(it)))]

  async function put({ url }: Asset, response: Response): Promise<void> {
    await cache.put(addressOf(precache, { url }), response)
    lacking.delete(url)
    onProgress(++done)
  }

  /** Puts in what comes of an archive. The rest is fetched file by file: an archive only saves time. */
  async function extract(archive: Asset): Promise<void> {
    const { signal, restart, end } = idleTimeout(idleMs)
    over.signal.addEventListener('abort', end)
    try {
      for await (const [url, response] of filesIn(await request(precache, archive, signal), restart)) {
        const asset = lacking.get(url)
        if (over.signal.aborted) return
        if (asset) await put(asset, response)
        restart()
      }
    } finally {
      // Also ends an answer that isn't read to its end.
      end()
      queue.push(...[...lacking.values()].filter((it) => archiveOf(it) === archiveName(archive)))
    }
  }

  async function fetchUntilEmpty(): Promise<void> {
    for (let asset; !over.signal.aborted && (asset = queue.shift());) {
      if (archives.includes(asset)) {
        await extract(asset).catch(reported('worker: archive'))
        return
      }
      const response = (await reused(precache, asset)) ?? (await fetched(precache, asset))
      if (isPage(asset)) {
        pages.push([asset, response])
        continue
      }
      await put(asset, response)
    }
  }

  const fetchSeveral = () => Promise.all(Array.from({ length: atATime }, fetchUntilEmpty))
  try {
    await fetchSeveral()
    // What an archive should have had.
    await fetchSeveral()
  } finally {
    over.abort()
  }
  // The page is stored last: until then, a navigation takes the page of another build, which is complete.
  for (const [asset, response] of pages) await put(asset, response)
}

/** The archives of which most files would have to be fetched: missing here, and in no cache of another build. */
async function worthwhileArchives(precache: Precache, lacking: readonly Asset[]): Promise<readonly Asset[]> {
  const names = await cacheNames(precache)
  const kept = await Promise.all(names.map(async (name) => (await precache.caches.open(name)).keys()))
  const there = new Set(kept.flat().map(({ url }) => url))
  const fetched = lacking.filter((it) => !there.has(addressOf(precache, it)))
  const count = (of: readonly Asset[], archive: Asset) =>
    of.filter((it) => archiveOf(it) === archiveName(archive)).length
  return precache.archives.filter((archive) => {
    const wanted = count(fetched, archive)
    return wanted >= worthAnArchive && wanted > count(precache.assets, archive) / 2
  })
}

async function missingIn(precache: Precache, cache: Cache): Promise<Asset[]> {
  const there = new Set((await cache.keys()).map((request) => request.url))
  return precache.assets.filter((asset) => !there.has(addressOf(precache, asset)))
}

async function findInOthers(precache: Precache, address: string): Promise<Response | undefined> {
  // Newest first: a build that waits for activation precedes one that was replaced.
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

/** A file of another build has the same content only if its name changes with the content. */
async function reused(precache: Precache, asset: Asset): Promise<Response | undefined> {
  return asset.revision === null ? precache.caches.match(addressOf(precache, asset), { ignoreVary: true }) : undefined
}

async function fetched(precache: Precache, asset: Asset): Promise<Response> {
  // A broken connection is common, so one retry is made.
  const response = await request(precache, asset).catch(() => request(precache, asset))
  if (!response.ok || !isPlausible(asset, response))
    throw new Error(`${asset.url} could not be installed (HTTP ${response.status})`)
  if (isPage(asset) && !(await isOfThisBuild(precache, response))) throw new Error(`${asset.url} is of another build`)
  return response
}

/** Without the time-out, a request that is never answered would block the install for ever. */
async function request(
  precache: Precache,
  asset: Asset,
  signal = AbortSignal.timeout(precache.timeoutMs),
): Promise<Response> {
  const it = new Request(addressOf(precache, asset), {
    // The page has often just loaded it: the server says whether that is still right.
    cache: asset.revision === null ? 'default' : 'no-cache',
    credentials: 'same-origin',
    redirect: 'error',
    signal,
  })
  const response = await precache.fetch(it)
  // This use of the signal after the answer stops the browser from collecting it, and its timer, as garbage before.
  it.signal.throwIfAborted()
  return response
}

/**
 * A captive portal answers every address with its log-in page. Cached as a script, that would break the app until the
 * next build.
 */
function isPlausible(asset: Asset, response: Response): boolean {
  const isHtml = response.headers.get('content-type')?.includes('text/html') ?? false
  return isHtml === isPage(asset)
}

/**
 * A deploy may happen between the worker's list of files and the request of the page. A page whose scripts are not in
 * the list can't start offline. One without the app's root isn't the app: a proxy says that the server is being
 * repaired.
 */
async function isOfThisBuild(precache: Precache, page: Response): Promise<boolean> {
  const urls = new Set(precache.assets.map((asset) => asset.url))
  const text = await page.clone().text()
  return text.includes('<div id="root">') && [...text.matchAll(/\bassets\/[\w.-]+/g)].every(([url]) => urls.has(url))
}

function isPage({ url }: Asset): boolean {
  return /(\.html|\/|^)$/.test(url)
}

function addressOf({ scope }: Precache, { url }: Pick<Asset, 'url'>): string {
  return new URL(url, scope).href
}
