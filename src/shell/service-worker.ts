import { report, reported } from '../lib/report.ts'
import { onlineManager } from '@tanstack/react-query'
import { ifNothingIsWritten } from '../api/writing.ts'
import { visitorConnection } from '../cache/cache.ts'
import { takeRoute } from '../cache/storage/pending-route.ts'
import { isRoute } from '../sitemap.ts'
import { systemClock } from '../lib/clock.ts'
import { sleep } from '../lib/sleep.ts'
import { beganWithoutWorker } from './first-worker.ts'
import { keepUpToDate } from './keep-up-to-date.ts'
import { locale } from './locale.ts'
import { offerAgain } from './offer-again.ts'
import { registrationOptions, workerAddress } from './register-worker.ts'
import { retryLater } from './retry-later.ts'
import { serviceWorkerStatus, type ServiceWorkerStatus } from './service-worker-status.ts'
import { saveLanguagesAboard } from './texts.ts'
import { hasTypedText } from './typed-text.ts'

const hourMs = 60 * 60_000
const patienceMs = 2000
const busyMs = 1000
const lookAgainMs = 10_000
const repairAgainMs = 20_000
const repairLatestMs = 10 * 60_000
/**
 * Only the waiting worker knows whether a request is being sent. It may have to be started first, which takes seconds
 * on a busy phone.
 */
const startMs = 10_000
/** The earlier worker is ended after some 30 seconds in which nothing was asked of it. */
const takeOverMs = 40_000

// Tells other tabs of an update, because their own `controllerchange` may never come.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('voltfolio-update') : undefined

/**
 * Registers the worker, keeps it up to date, and passes the targets of clicked notifications to `go`. Called once,
 * after the first frame. `asksToStay` says whether the page asks before it is left.
 */
export async function startServiceWorker(go: (route: string) => void, asksToStay: () => boolean): Promise<void> {
  isHeld = asksToStay
  // Not awaited: a database that never answers must not keep the worker away.
  takeRoute(visitorConnection(), systemClock.now())
    .then((left) => {
      if (left !== undefined && isRoute(left)) go(left)
    })
    .catch(reported('pending route'))
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker that takes over the page is of the same build; only a later one brings another build.
    if (isControlled) void reload()
    isControlled = true
  })
  channel?.addEventListener('message', () => void reloadInNewBuild())
  navigator.serviceWorker.addEventListener('message', (event) => answer(event, go))
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(workerAddress(), registrationOptions)
  workbox.addEventListener('waiting', () => change({ isUpdateWaiting: true, progress: undefined }))
  workbox.addEventListener('activated', () => void checkCache())
  workbox.addEventListener('redundant', () => change({ progress: undefined }))
  const registration = await workbox.register({ immediate: true }).catch(reported('worker: register'))
  // One that was registered before (first-worker.ts) is not followed by the library.
  registration?.installing?.addEventListener('statechange', ({ target }) => {
    if (target instanceof ServiceWorker && target.state === 'redundant') change({ progress: undefined })
  })
  keepUpToDate({
    registered: () => navigator.serviceWorker.getRegistration(),
    register: () => workbox.register({ immediate: true }),
    // After a hard reload, too, no worker serves the page, but the device has an active one.
    isFirst: beganWithoutWorker && (navigator.serviceWorker.controller !== null || !registration?.active),
    onOccasion,
  })
  await navigator.serviceWorker.ready
  onOccasion(() => void checkCache())
  locale.subscribe(() => void checkCache())
  await checkCache()
}

/**
 * Activates the waiting build and reloads every tab; where that build is active already, as after another tab's update,
 * it only reloads. Resolves with `busy` while a request is being sent, which a reload would cut off: the update is then
 * retried every second.
 */
export async function applyUpdate(): Promise<'updating' | 'busy'> {
  // Also offered where there is no worker (reload-where-gone.ts).
  const registration = await navigator.serviceWorker?.getRegistration()
  const waiting = registration?.waiting
  // An active worker only says whether something is being sent.
  const worker = waiting ?? registration?.active
  if (worker && (await ask(worker, { type: 'skip-waiting' }, startMs)) === false) {
    setTimeout(() => void applyUpdate(), busyMs)
    return 'busy'
  }
  // Where the build was active already, other tabs run it.
  if (waiting) channel?.postMessage('updated')
  void reloadInNewBuild(true)
  return 'updating'
}

/**
 * Reloads the page once no build waits any more: `controllerchange`, which comes earlier, may never come on iOS.
 * Chromium loses a navigation that reaches the earlier worker in the moment in which it ends, and the page then stays
 * blank for minutes. So the member's word counts only from then on: a reload of before may be held back here.
 */
async function reloadInNewBuild(isTakenHere = false): Promise<void> {
  for (let waited = 0; waited < takeOverMs; waited += busyMs) {
    await sleep(busyMs)
    if (!(await navigator.serviceWorker?.getRegistration())?.waiting) break
  }
  isAsked ||= isTakenHere
  await reload()
}

let isReloading = false
/** Whether the update was taken in this tab, and no build waits any more. */
let isAsked = false
let isHeld = () => false
/** Whether the update was offered since the page was held back. */
let isOffered = false

/**
 * Reloads the page while nothing is being sent: something may have been begun after the update was taken. A page that
 * asks before it is left, such as the quiz, is reloaded once it no longer does.
 */
async function reload(): Promise<void> {
  if (isReloading) return
  isReloading = true
  isOffered = false
  lookAgainAt = 0
  while (!(await mayReload()) || !(await ifNothingIsWritten(leave))) await sleep(busyMs)
  // The browser has asked all the same, and the member has stayed: the next request is heard again.
  isReloading = isAsked = false
}

/**
 * A tab in which nobody took the update is reloaded unseen, and only where no text is lost. Until then it goes on with
 * the files of its build, which the worker keeps for it, and offers the update as before.
 */
async function mayReload(): Promise<boolean> {
  if (isHeld()) return false
  if (isAsked) return true
  if (!hasTypedText() && (document.hidden || !(await hasOwnFiles()))) return true
  if (!isOffered) offerAgain()
  isOffered = true
  return false
}

let lookAgainAt = 0
let areFilesThere = true

/**
 * Whether the files of this page's build are still on the device, judged by this one. Looked for every ten seconds, as
 * a page may be held back for hours. Where the browser can't say, they count as there.
 */
async function hasOwnFiles(): Promise<boolean> {
  const now = performance.now()
  if (now < lookAgainAt) return areFilesThere
  lookAgainAt = now + lookAgainMs
  try {
    // The response may vary by a header that the page's request for it had and this one has not.
    areFilesThere = (await caches.match(import.meta.url, { ignoreVary: true })) !== undefined
  } catch (failure) {
    areFilesThere = true
    report(failure, 'worker: own files')
  }
  return areFilesThere
}

/** Takes until the page is gone, so that nothing is begun meanwhile; no longer, as other tabs wait too. */
function leave(): Promise<void> {
  location.reload()
  return sleep(busyMs)
}

function change(part: Partial<ServiceWorkerStatus>): void {
  serviceWorkerStatus.set({ ...serviceWorkerStatus.getSnapshot(), ...part })
}

/**
 * Browsers and people delete caches. Workers repair theirs; the page shows whether the active worker's cache is
 * complete.
 */
async function checkCache(): Promise<void> {
  lookAgainAt = 0
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.waiting?.postMessage({ type: 'repair' })
  const worker = navigator.serviceWorker.controller ?? registration?.active
  if (!worker) return
  await readStatus(worker)
  worker.postMessage({ type: 'loaded' })
}

async function readStatus(worker: ServiceWorker): Promise<void> {
  const { language } = locale.getSnapshot()
  const [is, aboard] = await Promise.all([
    ask(worker, { type: 'is-complete', language }),
    ask(worker, { type: 'which-languages' }),
  ])
  // Chosen meanwhile, another language is asked for in a moment.
  if (language !== locale.getSnapshot().language) return
  const languages = Array.isArray(aboard) ? aboard.map(String) : undefined
  change({ isReadyOffline: is === true, languages })
  if (languages) saveLanguagesAboard(languages)
}

/** Calls `run` hourly, when the page becomes visible, and when the network is back. */
function onOccasion(run: () => void): void {
  setInterval(run, hourMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run()
  })
  onlineManager.subscribe((isOnline) => {
    if (isOnline) run()
  })
}

function answer(event: MessageEvent<unknown>, go: (route: string) => void): void {
  const it = event.data
  if (typeof it !== 'object' || it === null || !('type' in it)) return
  if (it.type === 'route' && 'route' in it && typeof it.route === 'string') {
    go(it.route)
    event.ports[0]?.postMessage('done')
  }
  if (it.type === 'progress') change({ progress: progressOf(it) })
  if (it.type === 'repaired') {
    change({ progress: undefined })
    const { controller } = navigator.serviceWorker
    if (controller) void readStatus(controller)
    if ('isComplete' in it && it.isComplete === true) repairing.succeeded()
    else repairing.failed()
  }
}

/**
 * A repair that began while the network was going or coming fails: no later event would ask for another one. Every
 * tab's and every occasion's repair tells of its failure here.
 */
const repairing = retryLater(
  () => {
    if (onlineManager.isOnline()) void checkCache()
  },
  repairAgainMs,
  repairLatestMs,
)

function progressOf(message: object): ServiceWorkerStatus['progress'] {
  if (!('done' in message) || !('total' in message) || !('buildId' in message)) return undefined
  const { done, total, buildId } = message
  if (typeof done !== 'number' || typeof total !== 'number' || done >= total) return undefined
  return { done, total, isUpdate: buildId !== __BUILD_ID__ }
}

function ask(worker: ServiceWorker, message: unknown, withinMs = patienceMs): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(undefined), withinMs)
    port1.onmessage = (event: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(event.data)
    }
    worker.postMessage(message, [port2])
  })
}
