import { prefix as apiPath } from '#protocol/headers.ts'
import { languageFor, languages } from '#protocol/languages.ts'
import { routeOfProductLink } from '#protocol/product-link.ts'
import { ifNothingIsWritten } from '../src/api/writing.ts'
import { systemClock } from '../src/lib/clock.ts'
import { report, reported, reportUncaught } from '../src/lib/report.ts'
import { keepFailures } from '../src/cache/storage/failure-log.ts'
import { syncTag } from '../src/outbox/sync-tag.ts'
import { isPicture, pictureFor, picturePath } from '../src/cache/pictures.ts'
import { isStreetCode, streetCodeFor } from '../src/cache/streets/street-code.ts'
import { lastScreenOf, lastScreenStyles, routeOfLastScreen } from '../src/cache/last-screens.ts'
import { leaveRoute } from '../src/cache/storage/pending-route.ts'
import { homePath } from '../src/sitemap.ts'
import { ask, openPages, pageOf, tellAll } from './clients.ts'
import { callerOf, drainInWorker, memberOf, visitor, wantsVibration } from './drain.ts'
import { knownRoute } from './known-route.ts'
import { languageOf, archiveName } from './file-names.ts'
import { createHeadStart } from './head-start.ts'
import { lastScreenDocument, withLastScreen } from './last-screen.ts'
import { openRoute } from './notification-click.ts'
import {
  fill,
  find,
  isComplete,
  isFirstBuild,
  isPrecached,
  removeUnused,
  type Asset,
  type Precache,
} from './precache.ts'
import { fallbackRoute, notificationOf, pushOf } from './push.ts'
import { renewPush } from './renew-push.ts'
import { createRepair } from './repair.ts'
import { languagesAboard, neededLanguages, withLanguages } from './spoken.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Asset[] }
declare const __BUILD_ID__: string

reportUncaught('worker')
keepFailures(visitor, __BUILD_ID__)

const files = self.__WB_MANIFEST
const headStart = createHeadStart((request) => fetch(request))
const precache: Precache = {
  buildId: __BUILD_ID__,
  assets: files.filter((it) => archiveName(it) === undefined),
  archives: files.filter((it) => archiveName(it) !== undefined),
  caches: self.caches,
  fetch: headStart.fetch,
  scope: self.registration.scope,
  // For each file (specification 9).
  timeoutMs: 120_000,
}
const page = new URL('index.html', precache.scope).href
const followLinks = precache.assets.find(({ url }) => url.includes('follow-links'))?.url
/** As long as the status line waits before it says that no answer comes. */
const textPatienceMs = 8000
/** Between two reports of how much is saved: an archive has many files at once, and each report draws in every tab. */
const tellingMs = 500
/** Part of an install's files after which other languages are asked for: their answer begins when the rest is here. */
const nearEnd = 0.9
/** A cheap phone takes this long to start several tabs at once. */
const bootMs = 10_000

const routes: RouterRule[] = [
  // Chromium sends each navigation to the server as well, while it starts the worker; the worker has every page here.
  { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
  { condition: { urlPattern: `${picturePath}*` }, source: 'fetch-event' },
  // Calls would wake the worker for nothing, and one that gets them without a pause makes a newer one wait.
  { condition: { urlPattern: `${apiPath}*` }, source: 'network' },
]

const fillCache = (part: Precache, onNearEnd?: () => void) => {
  const total = part.assets.length
  let toldAt = -Infinity
  return fill(part, (done) => {
    if (done >= nearEnd * total) onNearEnd?.()
    if (done < total && performance.now() - toldAt < tellingMs) return
    toldAt = performance.now()
    void tellAll({ type: 'progress', buildId: __BUILD_ID__, done, total })
  })
}
/** All pages in the language that is spoken come first; who changes it meanwhile has the rest of it soon. */
const fillInOrder = async () => {
  await fillCache(await spokenPart())
  await fillCache(precache)
}

const repair = createRepair({
  isComplete: () => isComplete(precache),
  fill: fillInOrder,
  update: () => self.registration.update(),
  onFailure: reported('worker: repair'),
  onEnd: (is) => void tellAll({ type: 'repaired', isComplete: is }),
  now: () => systemClock.now(),
})

self.addEventListener('install', (event) => {
  event.waitUntil(event.addRoutes?.(routes).catch(reported('worker: routes')) ?? Promise.resolve())
  event.waitUntil(
    // Other languages follow when the app is ready, with the first repair (docs/offline.md, "Service worker").
    Promise.all([spokenPart(), isFirstBuild(precache)])
      .then(([part, isFirst]) => fillCache(part, isFirst ? askForTexts : undefined))
      .catch((failure: unknown) => {
        report(failure, 'worker: install')
        throw failure
      }),
  )
})

self.addEventListener('activate', (event) => {
  // The first page was loaded without a worker. Claiming it lets the worker serve it before it is loaded again.
  event.waitUntil(self.clients.claim())
  // The other languages. Requests of pages wait for what an activation waits for, so it doesn't wait for these; a page
  // that finds some missing asks for them too.
  void repair.now()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isPicture(url)) event.respondWith(pictureFor(request, self.caches, fetch))
  if (isStreetCode(url)) return event.respondWith(streetCodeFor(request, self.caches, fetch))
  if (url.pathname.startsWith(apiPath)) return
  const linked = request.mode === 'navigate' ? routeOfProductLink(url.href, precache.scope) : undefined
  if (linked !== undefined) return event.respondWith(Response.redirect(`${precache.scope}#${linked}`))
  // Routes are in the hash of one page. Navigations to other paths, such as a document or the API, go to the server.
  if (request.mode === 'navigate' && !isPage(url)) return
  const styles = lastScreenStyles(self.caches, url)
  if (styles) return event.respondWith(styles.then((kept) => kept ?? new Response('', { status: 404 })))
  const route = routeOfLastScreen(url)
  if (route !== undefined) return event.respondWith(lastScreenAlone(route))
  if (request.mode === 'navigate') return event.respondWith(pageFor(event, url))
  event.respondWith(fileFor(event, request.url))
})

self.addEventListener('message', (event) => {
  const port = event.ports[0]
  switch (typeOf(event.data)) {
    case 'which-build':
      port?.postMessage(__BUILD_ID__)
      break
    case 'skip-waiting':
      event.waitUntil(ifNothingIsWritten(takeOver).then((isDone) => port?.postMessage(isDone)))
      break
    case 'is-complete':
      // Pages of earlier builds ask without a language, and mean all of it.
      event.waitUntil(isComplete(partFor(event.data)).then((is) => port?.postMessage(is)))
      break
    case 'which-languages':
      event.waitUntil(languagesAboard(precache).then((them) => port?.postMessage(them)))
      break
    case 'loaded':
      // Old builds go once all of this one is here, other languages too.
      event.waitUntil(repair.now().then(removeOldBuilds))
      break
    case 'repair':
      event.waitUntil(repair.now())
      break
  }
})

self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(drainInWorker())
})

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.text()))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPush(self.registration, event.oldSubscription).catch(reported('worker: push renewal')))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const route = knownRoute(event.notification.data) ?? fallbackRoute
  event.waitUntil(
    openRoute(
      route,
      {
        pages: async () => (await openPages()).map(pageOf),
        open: (to) => self.clients.openWindow(`${precache.scope}#${to}`),
        saveRoute: (to) => leaveRoute(visitor, to, systemClock.now()),
      },
      reported('worker: notification click'),
    ),
  )
})

/**
 * Doesn't await `skipWaiting`, which waits for the earlier worker to finish. That worker may need the lock that is held
 * here.
 */
async function takeOver(): Promise<void> {
  self.skipWaiting().catch(reported('worker: skip waiting'))
}

async function show(text: string | undefined): Promise<void> {
  const { language } = await callerOf(visitor)
  // After signing out, nobody else who holds the device may read the push.
  const memberId = await memberOf(visitor)
  const push = pushOf(memberId === undefined ? undefined : text, language ?? 'en', memberId)
  await self.registration.showNotification(push.title, notificationOf(push, await wantsVibration(visitor)))
  const { unread } = push
  if (unread !== undefined && 'setAppBadge' in self.navigator)
    await self.navigator.setAppBadge(unread).catch(reported('worker: badge'))
}

/** What every page needs in the languages that open pages speak. The page of a first visit hears nothing yet. */
async function spokenPart(): Promise<Precache> {
  if (await isFirstBuild(precache)) return withLanguages(precache, [languageFor(self.navigator.languages, languages)])
  const pages = await openPages()
  return withLanguages(
    precache,
    neededLanguages(await Promise.all(pages.map((it) => ask(it, { type: 'which-language' })))),
  )
}

/** The first repair needs them. */
function askForTexts(): void {
  const texts = precache.archives.find((it) => archiveName(it) === 'texts')
  if (texts) headStart.ask(new URL(texts.url, precache.scope).href)
}

function partFor(message: unknown): Precache {
  const isNamed = typeof message === 'object' && message !== null && 'language' in message
  return isNamed ? withLanguages(precache, [String(message.language)]) : precache
}

/** The app's page, with what this route last showed; where that fails, without it. */
async function pageFor(event: FetchEvent, { hash, search }: URL): Promise<Response> {
  const screen = search === '' ? lastScreenAt(hash.slice(1)) : undefined
  const [found, shown] = await Promise.all([fileFor(event, page), screen])
  return shown ? await withLastScreen(found, shown, followLinks) : found
}

async function lastScreenAlone(route: string): Promise<Response> {
  const screen = await lastScreenAt(route)
  return screen ? lastScreenDocument(screen) : new Response('', { status: 404 })
}

/** Undefined where none is kept, or where it can't be read. */
function lastScreenAt(route: string) {
  return lastScreenOf(self.caches, precache.scope, {
    route: route === '' || route === '/' ? homePath : route,
    buildId: __BUILD_ID__,
    now: systemClock.now(),
  }).catch(reported('worker: last screen'))
}

/**
 * A file of the app from this device, else from the network. The response stays as it was stored: the browser keeps the
 * compiled script with it.
 */
async function fileFor(event: FetchEvent, address: string): Promise<Response> {
  const cached = await find(precache, address)
  if (cached) return cached
  // A file of this build is missing in the cache: the browser or the user deleted it.
  if (isPrecached(precache, address)) event.waitUntil(repair.soon())
  // A start in a language that isn't here falls back to one that is; a line without an answer must not hold it up.
  const isText = languageOf({ url: address.slice(precache.scope.length) }) !== undefined
  return isText ? await begunWithin(textPatienceMs, event.request) : await fetch(event.request)
}

/** Rejects where not even the beginning of an answer has come in time. */
async function begunWithin(ms: number, request: Request): Promise<Response> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), ms)
  return await fetch(request, { signal: silence.signal }).finally(() => clearTimeout(timer))
}

/**
 * Deletes the caches of builds that no page and no installed worker uses. A page that is being loaded answers late;
 * where one doesn't, old builds stay until the next page is loaded.
 */
async function removeOldBuilds(): Promise<void> {
  await removeUnused(precache, async () => {
    const { installing, waiting, active } = self.registration
    const workers = [installing, waiting, active].filter((it) => it !== null)
    return Promise.all([...workers, ...(await openPages())].map((it) => ask(it, { type: 'which-build' }, bootMs)))
  })
}

function isPage({ pathname, href }: URL): boolean {
  return pathname === new URL(precache.scope).pathname || href.split(/[?#]/)[0] === page
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
}
