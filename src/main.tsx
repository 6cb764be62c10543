// First: one gives the router its address, the other has a first visit's worker fetch while the modules below run.
import './shell/linked-route.ts'
import './shell/early-worker.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { openCache } from './cache/cache.ts'
import { report, reportUncaught } from './lib/report.ts'
import { sleep } from './lib/sleep.ts'
import { followSession } from './shell/access.ts'
import { coverWhereLocked } from './shell/app-lock/cover.ts'
import { App } from './shell/app.tsx'
import { activateLocale } from './shell/locale.ts'
import { reloadForMissingChunk } from './shell/missing-chunk.ts'
import { hasLastScreen } from './shell/last-screen/opened.ts'
import { history, router } from './shell/router.ts'
import { isShowing } from './shell/router-start.ts'
import { untilLoaded } from './shell/until-loaded.ts'
import { watchVerification } from './shell/verification.ts'
import { catchInstallOffer } from './ui/install-offer.ts'
import { restoreLook } from './ui/look.ts'

reportUncaught('page')
catchInstallOffer()
reloadForMissingChunk()
restoreLook()
openCache()
coverWhereLocked()
followSession(router, history)
watchVerification()

// Until the app stands nobody else hears of an address that changes: a link, a click on a notification.
const stopListening = history.subscribe(() => void router.load())
const isShownAlready = hasLastScreen()
// Nothing of the app can say it without its texts: the page has the words (app.css).
draw().catch((failure) => {
  document.documentElement.className = 'failed'
  throw failure
})

/**
 * Not awaited here: every other file of the app imports this one, and none of them would run before this one is
 * through.
 */
async function draw(): Promise<void> {
  await Promise.all([activateLocale(), untilDrawable()])
  const root = createRoot(document.getElementById('root')!, {
    onUncaughtError: noted('react: uncaught'),
    onCaughtError: noted('react: caught'),
    onRecoverableError: noted('react: recoverable'),
  })
  // As a transition it is drawn in slices, between which a slow phone still answers to the finger.
  startTransition(() => {
    root.render(<App onFirstFrame={firstFrameShown} />)
  })
}

/** Milliseconds after which the last screen stands no longer alone, where its page can't be loaded. */
const patienceMs = 3000

function noted(where: string) {
  return (error: unknown) => {
    report(error, where)
    console.error(error)
  }
}

/** The outbox, the service worker and the rest: none of it may hold up the first frame. */
function firstFrameShown(): void {
  // A page in the background draws no frames.
  const next = document.hidden ? setTimeout : requestAnimationFrame
  next(() =>
    setTimeout(() => {
      stopListening()
      loadServices()
    }),
  )
}

/** Without them nothing is sent, and no overlay closes on "back". */
function loadServices(): void {
  void untilLoaded(() => import('./shell/services.ts')).then((it) => it.startServices(router, history))
}

/**
 * Resolves with the page, or once the router shows it as pending (specification 2): drawn any sooner, React would wait
 * with the empty page for all of it. Over the last screen a loading state would be a step back.
 */
async function untilDrawable(): Promise<void> {
  const loaded = router.load().then(() => true)
  let isLoaded
  do isLoaded = await Promise.race([loaded, sleep(isShownAlready ? patienceMs : 32)])
  while (!isLoaded && !isShowing(router))
}
