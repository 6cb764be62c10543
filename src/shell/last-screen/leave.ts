import { lastScreenId } from '#protocol/visitor-page.ts'
import { queryClient } from '../../cache/cache.ts'
import { sleep } from '../../lib/sleep.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { undrawn } from '../../ui/below-fold.tsx'
import type { router as appRouter } from '../router.ts'
import { removeLastScreen } from './remove.ts'

/**
 * Milliseconds for which the page, drawn below the last screen, may be waiting for data of this device, and then for
 * its end.
 */
const patienceMs = 2000
const idleMs = 500

/**
 * Shows the page in place of the last screen once it has what the last screen has, once another page is open, or when
 * the member taps something that only the page can answer.
 */
export function leaveLastScreen(router: typeof appRouter): void {
  const screen = document.getElementById(lastScreenId)
  if (!screen) return
  const leave = () => {
    removeLastScreen(screen)
    stop()
  }
  const leaveInTime = async () => {
    await Promise.race([untilShown(), sleep(patienceMs)])
    // Where the last screen was scrolled to, the page must have something as well.
    await Promise.race([untilWhole(), sleep(patienceMs)])
    whenIdle(leave, idleMs)
  }
  void leaveInTime()
  // A link that was tapped leads somewhere by itself: to a page whose heading takes the focus.
  const stop = router.subscribe('onResolved', ({ pathChanged }) => {
    if (!pathChanged) return
    screen.remove()
    stop()
  })
  screen.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) return
    const pressed = buttonAt(screen, event)
    leave()
    if (pressed) press(pressed, event)
  })
}

/** Resolves when no query of the page is without data, unless it waits for the network. */
async function untilShown(): Promise<void> {
  const isWaiting = () =>
    queryClient
      .getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'fetching' })
      .some((it) => it.state.data === undefined)
  await new Promise<void>((done) => {
    const check = () => {
      if (isWaiting()) return
      stop()
      done()
    }
    const stop = queryClient.getQueryCache().subscribe(check)
    setTimeout(check)
  })
}

/** Resolves when the page is drawn to its end. */
async function untilWhole(): Promise<void> {
  await new Promise<void>((done) => {
    const check = () => {
      if (document.querySelector(undrawn)) return
      watch.disconnect()
      done()
    }
    const watch = new MutationObserver(check)
    watch.observe(document.body, { childList: true, subtree: true })
    check()
  })
}

/** The button of the last screen at a point: inert, so that the point's own element is another. */
function buttonAt(screen: HTMLElement, { clientX, clientY }: MouseEvent): HTMLElement | undefined {
  return [...screen.querySelectorAll<HTMLElement>('button')].find((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect()
    return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
  })
}

/** Presses the page's button at the same point, only if it says the same: the member pressed what they read. */
function press(pressed: HTMLElement, { clientX, clientY }: MouseEvent): void {
  const button = document.elementFromPoint(clientX, clientY)?.closest('button')
  if (button && nameOf(button) === nameOf(pressed)) button.click()
}

function nameOf(button: HTMLElement): string {
  return button.ariaLabel ?? button.textContent
}
