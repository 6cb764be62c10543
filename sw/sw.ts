import { ifNothingIsWritten } from '../src/api/writing.ts'
import { systemClock } from '../src/lib/clock.ts'
import { syncTag } from '../src/outbox/sync-tag.ts'
import { leaveRoute, routeOf } from '../src/cache/storage/pending-route.ts'
import { ask, openPages, pageOf, tellAll } from './clients.ts'
import { callerOf, drainInWorker, memberOf, visitor } from './drain.ts'
import { land } from './land.ts'
import { find, install, isComplete, removeOthers, type Asset, type PrecacheStorage } from './precache.ts'
import { pushOf } from './push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Asset[] }
declare const __BUILD_ID__: string

const assets = self.__WB_MANIFEST
/** For one file (specification 9). */
const patienceMs = 120_000
const cacheStorage: PrecacheStorage = {
  caches: self.caches,
  fetch: (request) => fetch(request),
  scope: self.registration.scope,
  patienceMs,
}
const page = new URL('index.html', cacheStorage.scope).href

self.addEventListener('install', (event) => {
  event.waitUntil(
    install(cacheStorage, __BUILD_ID__, assets, (done) => {
      void tellAll({ type: 'progress', buildId: __BUILD_ID__, done, total: assets.length })
    }),
  )
})

self.addEventListener('activate', (event) => {
  // The first page was loaded without us; it may close before it is loaded again.
  event.waitUntil(self.clients.claim().then(tidy))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/wx/')) return
  if (request.mode === 'navigate') {
    // Routes stand behind the #: there is one page, and what lies elsewhere (a document, the API) isn't ours.
    if (isPage(url)) event.respondWith(find(cacheStorage, __BUILD_ID__, page).then((kept) => kept ?? fetch(request)))
    return
  }
  event.respondWith(find(cacheStorage, __BUILD_ID__, request.url).then((kept) => kept ?? fetch(request)))
})

self.addEventListener('message', (event) => {
  const port = event.ports[0]
  switch (typeOf(event.data)) {
    case 'skip-waiting':
      event.waitUntil(ifNothingIsWritten(takeOver).then((isDone) => port?.postMessage(isDone)))
      break
    case 'is-complete':
      event.waitUntil(isComplete(cacheStorage, __BUILD_ID__, assets).then((is) => port?.postMessage(is)))
      break
    case 'loaded':
      event.waitUntil(tidy())
      break
  }
})

self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(drainInWorker())
})

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.text()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const route = routeOf(event.notification.data) ?? '/'
  event.waitUntil(
    land(route, {
      pages: async () => (await openPages()).map(pageOf),
      open: (to) => self.clients.openWindow(`${cacheStorage.scope}#${to}`),
      leave: (to) => leaveRoute(visitor, to, systemClock.now()),
    }),
  )
})

/** Only begun: it ends when the worker before has nothing left to do, and what that one does may want to write. */
async function takeOver(): Promise<void> {
  self.skipWaiting().catch(() => {})
}

async function show(text: string | undefined): Promise<void> {
  const { language } = await callerOf(visitor)
  // After signing out, what a push says is no longer for whoever holds the device.
  const isTheirs = (await memberOf(visitor)) !== undefined
  const { title, body, route, badge } = pushOf(isTheirs ? text : undefined, language ?? 'en')
  await self.registration.showNotification(title, {
    body,
    data: route,
    icon: 'icons/icon-192.png',
    badge: 'icons/icon-192.png',
    tag: route,
  })
  if (badge !== undefined && 'setAppBadge' in self.navigator) await self.navigator.setAppBadge(badge).catch(() => {})
}

/** Takes earlier builds away once no open page runs one. A page that doesn't answer may. */
async function tidy(): Promise<void> {
  const builds = await Promise.all((await openPages()).map((client) => ask(client, { type: 'which-build' })))
  if (builds.every((build) => build === __BUILD_ID__)) await removeOthers(cacheStorage, __BUILD_ID__)
}

function isPage({ pathname, href }: URL): boolean {
  return pathname === new URL(cacheStorage.scope).pathname || href.split(/[?#]/)[0] === page
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
}
