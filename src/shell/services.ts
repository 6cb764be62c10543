import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouterHistory } from '@tanstack/react-router'
import { reported } from '../lib/report.ts'
import { restDue, sayRestDue } from '../lib/rest-due.ts'
import { sleep } from '../lib/sleep.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { member, queryClient, signedInId } from '../cache/cache.ts'
import { catchExit, exitWindowMs } from './exit.ts'
import { answerWorkers, installFirstWorker } from './first-worker.ts'
import { followLaunches } from './follow-launches.ts'
import { followTextSize } from './follow-text-size.ts'
import { keepFocus } from './keep-focus.ts'
import { leaveLastScreen } from './last-screen/leave.ts'
import { leaveOverlayEntries, startOverlayEntries } from './overlay-entries.ts'
import { beforeNavigation } from './rules.ts'
import { restoreScroll } from './scroll-restoration.ts'
import { untilLoaded } from './until-loaded.ts'
import { awaitTouch } from './touched.ts'
import { startViewTransitions } from './view-transition.ts'
import type { router as appRouter } from './router.ts'
import { startShortcuts } from './shortcuts.ts'
import { watchNetwork } from './watch-network.ts'

export { reloadWhereGone } from './reload-where-gone.ts'

const exitApp = msg({ id: 'exit_app', message: 'Press back again to quit' })

/** Milliseconds after which the first screen is no longer waited for, and then the install of the first worker. */
const patienceMs = 4000
const installMs = 20_000

/**
 * True where the app was opened at Home, without shared content. It is read before any navigation changes the address.
 */
export const isOpenedAtHome = location.search === '' && /^(#(\/(pages\/index\/productList)?)?)?$/.test(location.hash)

/** Starts, after the first frame, everything that runs beside the screens. */
export function startServices(router: typeof appRouter, history: RouterHistory): void {
  leaveLastScreen(router)
  answerWorkers()
  const press = firstPress()
  if (navigator.serviceWorker?.controller || signedInId() !== undefined) sayRestDue()
  else void Promise.race([press, untilWorkerServes(router)]).finally(sayRestDue)
  // In another tab.
  member.subscribe(() => {
    if (signedInId() !== undefined) sayRestDue()
  })
  void restDue.then(() => startStored(router))
  awaitTouch()
  if (location.search !== '') void openWhatWasShared(router)
  watchNetwork()
  // Not needed before the network is lost, and then no longer to be had.
  import('../ui/stale-line.tsx').catch(reported('load: ages'))
  import('../ui/failure.tsx').catch(reported('load: failures'))
  followTextSize()
  followLaunches()
  keepFocus()
  startOverlayEntries(router)
  beforeNavigation(leaveOverlayEntries)
  restoreScroll(router)
  startViewTransitions(router)
  startShortcuts()
  catchExit(history, () => void sayHowToQuit())
}

/** Without this chunk nothing that waits in the outbox is sent. */
async function startStored(router: typeof appRouter): Promise<void> {
  const { startStoredServices } = await untilLoaded(() => import('./stored-services.ts'))
  startStoredServices(router)
}

async function openWhatWasShared(router: typeof appRouter): Promise<void> {
  const { openShared } = await import('./shared.ts')
  openShared(router)
}

async function sayHowToQuit(): Promise<void> {
  const { toast } = await import('../ui/toast.tsx')
  toast(i18n._(exitApp), { duration: exitWindowMs })
}

/** Resolves when something is pressed that may need the rest of the app; scrolling needs nothing. */
function firstPress(): Promise<void> {
  return new Promise((resolve) => {
    for (const kind of ['click', 'keydown', 'popstate'])
      addEventListener(kind, () => resolve(), { capture: true, once: true })
  })
}

/**
 * A visitor without a worker has nothing to send, so the requests of the first screen go first. Then the worker fetches
 * the app, and the page takes the rest of it from there, instead of asking the network beside it.
 */
async function untilWorkerServes(router: typeof appRouter): Promise<void> {
  await Promise.race([untilSettled(router), sleep(patienceMs)])
  await Promise.race([installFirstWorker().catch(reported('worker: first install')), sleep(installMs)])
  // Without a network nothing could be fetched, and what fails now would be missing later.
  if (!navigator.onLine)
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
    })
}

async function untilSettled(router: typeof appRouter): Promise<void> {
  if (router.state.status === 'pending')
    await new Promise<void>((done) => {
      void restDue.then(router.subscribe('onResolved', () => done()))
    })
  // The screen is rendered and its requests have started.
  await idle()
  // The responses have arrived and are rendered.
  await new Promise<void>((done) => {
    const check = () => {
      if (queryClient.isFetching() === 0) done()
    }
    void restDue.then(queryClient.getQueryCache().subscribe(check))
    check()
  })
  await idle()
}

function idle(): Promise<void> {
  return new Promise((done) => {
    whenIdle(done, patienceMs)
  })
}
