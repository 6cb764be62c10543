import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouterHistory } from '@tanstack/react-router'
import { session } from '../api/api.ts'
import { renewPush } from '../api/push.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { startOutbox } from '../outbox/door.ts'
import { settleSignOut } from '../outbox/sign-out.ts'
import { toast } from '../ui/toast.tsx'
import { catchExit, exitWindowMs } from './exit.ts'
import { keepFocus } from './keep-focus.ts'
import { locale, untilTextOfAreas } from './locale.ts'
import { morphPictures } from './morph.ts'
import { returnLate } from './late-return.ts'
import type { router as appRouter } from './router.ts'
import { startShortcuts } from './shortcuts.ts'
import { watchNetwork } from './watch-network.ts'

const exitApp = msg({ id: 'exit_app', message: 'Press back again to quit' })

/** Starts, after the first frame, everything that works beside the screens. */
export function startServices(router: typeof appRouter, history: RouterHistory): void {
  watchNetwork()
  keepFocus()
  returnLate(router)
  morphPictures(router)
  startShortcuts()
  catchExit(history, () => { toast(i18n._(exitApp), { duration: exitWindowMs }) })
  // A first visit has nothing to send and no worker yet: its first screen goes before all that needs a database.
  if (navigator.serviceWorker?.controller) startStored(router)
  else whenIdle(() => startStored(router), 1500)
}

/** What is kept on this device, and goes out from there. */
function startStored(router: typeof appRouter): void {
  untilTextOfAreas().catch(() => {})
  startOutbox()
  settleSignOut().catch(() => {})
  keepPushAddress()
  import('../store/keep-filled.ts').then((it) => it.keepFilled()).catch(() => {})
  followLanguage()
  import('./service-worker.ts').then((it) => it.startServiceWorker((href) => void router.navigate({ href }))).catch(() => {})
}

/** Tells the server where to push to, as soon as it knows who asks: browsers change that address as they like. */
function keepPushAddress(): void {
  renewAddress()
  session.subscribe(renewAddress)
}

function renewAddress(): void {
  if (session.memberId() !== undefined) renewPush().catch(() => {})
}

/** What the server said stays in the language it was said in, pushes too, until the server is asked anew. */
function followLanguage(): void {
  const follow = () => {
    const { language } = locale.getSnapshot()
    const before = languageOfKept(language)
    if (before === language) return
    renewAddress()
    import('../store/keep-filled.ts').then((it) => it.refreshWords()).catch(() => {})
  }
  follow()
  locale.subscribe(follow)
}

/** Notes the language that what is kept will be in; gives the one it was in until now, on an earlier visit too. */
function languageOfKept(now: string): string {
  const name = 'voltfolio-kept-language'
  try {
    const before = localStorage.getItem(name)
    localStorage.setItem(name, now)
    return before ?? now
  } catch {
    return now
  }
}
