import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouterHistory } from '@tanstack/react-router'
import { sleep } from '../lib/sleep.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { queryClient, signedInId } from '../cache/cache.ts'
import { catchExit, exitWindowMs } from './exit.ts'
import { keepFocus } from './keep-focus.ts'
import { restoreScroll } from './scroll-restoration.ts'
import { startViewTransitions } from './view-transition.ts'
import type { router as appRouter } from './router.ts'
import { startShortcuts } from './shortcuts.ts'
import { watchNetwork } from './watch-network.ts'

const exitApp = msg({ id: 'exit_app', message: 'Press back again to quit' })

/** Milliseconds. After them the rest of the app starts even if the first screen isn't settled. */
const patienceMs = 4000
const againMs = 5000

/** Whether the app was opened at Home, with nothing handed over; read before anything has moved on. */
export const isOpenedAtHome = location.search === '' && /^(#(\/(pages\/index\/productList)?)?)?$/.test(location.hash)

let isTouched = false

/** Whether somebody has begun to do something since the app was opened. */
export const wasTouched = () => isTouched

let sayFirst = () => {}

/**
 * Resolves when the rest of the app may be fetched and started: at once for a member, and where a worker has precached
 * it. A visitor without a worker has nothing to send: there the requests of the first screen go first.
 */
export const firstScreen = new Promise<void>((done) => {
  sayFirst = done
})

/** Starts, after the first frame, everything that works beside the screens. */
export function startServices(router: typeof appRouter, history: RouterHistory): void {
  if (navigator.serviceWorker?.controller || signedInId() !== undefined) sayFirst()
  else void Promise.race([untilSettled(router), sleep(patienceMs)]).finally(sayFirst)
  void firstScreen.then(() => startStored(router))
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => (isTouched = true), { capture: true, once: true })
  if (location.search !== '') void openWhatWasShared(router)
  watchNetwork()
  keepFocus()
  restoreScroll(router)
  startViewTransitions(router)
  startShortcuts()
  catchExit(history, () => void sayHowToQuit())
}

/** Tries again until it succeeds: without this file nothing that waits in the outbox is sent. */
function startStored(router: typeof appRouter): void {
  import('./stored-services.ts').then(
    (it) => it.startStoredServices(router),
    () => setTimeout(startStored, againMs, router),
  )
}

async function openWhatWasShared(router: typeof appRouter): Promise<void> {
  const { openShared } = await import('./shared.ts')
  openShared(router)
}

async function sayHowToQuit(): Promise<void> {
  const { toast } = await import('../ui/toast.tsx')
  toast(i18n._(exitApp), { duration: exitWindowMs })
}

async function untilSettled(router: typeof appRouter): Promise<void> {
  if (router.state.status === 'pending')
    await new Promise<void>((done) => {
      void firstScreen.then(router.subscribe('onResolved', () => done()))
    })
  // Drawn, and its questions asked ...
  await idle()
  // ... and answered, and the answers drawn.
  await new Promise<void>((done) => {
    const check = () => {
      if (queryClient.isFetching() === 0) done()
    }
    void firstScreen.then(queryClient.getQueryCache().subscribe(check))
    check()
  })
  await idle()
}

function idle(): Promise<void> {
  return new Promise((done) => {
    whenIdle(done, patienceMs)
  })
}
