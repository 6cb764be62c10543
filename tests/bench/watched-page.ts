import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { slowDown } from './phone.ts'

declare global {
  interface Window {
    /** What a page has seen of its own start, in milliseconds from the navigation. */
    startSeen?: Partial<Record<StartMark | 'largestPaint', number>> & { taps: number[] }
  }
}

/** When a link or button works, when money is drawn, and when the program has taken the page over. */
export type StartMark = 'control' | 'money' | 'program'

export interface WatchedPage {
  page: Page
  cdp: CDPSession
}

/** A new page on a slowed processor, its service worker stopped, as a phone opens an installed app. */
export async function watchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.addInitScript(watch)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  return { page, cdp }
}

/** The time that a page has seen, once it has. */
export async function seenAt(page: Page, what: StartMark): Promise<number> {
  const seen = await page.waitForFunction((name) => window.startSeen?.[name], what)
  return (await seen.jsonValue()) ?? Number.NaN
}

export const largestPaint = (page: Page) => page.evaluate(() => window.startSeen?.largestPaint ?? Number.NaN)

/**
 * The longest time from a tap to the frame that answers it, since the last call; 0 where each took less than a frame.
 * Events are reported a moment after their frame.
 */
export async function longestTap(page: Page): Promise<number> {
  await page.waitForTimeout(500)
  return Math.max(0, ...(await page.evaluate(() => window.startSeen?.taps.splice(0) ?? [])))
}

/** Runs in the page before its document: notes its marks and how long taps take. */
function watch(): void {
  const marks = ['control', 'money', 'program'] as const
  const seen: NonNullable<Window['startSeen']> = { taps: [] }
  window.startSeen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (/pointerup|click/.test(entry.name)) seen.taps.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const look = () => {
    const controls = [...document.querySelectorAll('main:not([data-away] *) :is(a[href], button)')]
    // React marks what it has taken over; before that a link leads somewhere by itself, and a button does nothing.
    const isRunning = controls.some((it) => Object.keys(it).some((name) => name.startsWith('__reactProps')))
    const found = {
      control: isRunning || controls.some((it) => it.matches('a')),
      money: document.querySelector('main:not([data-away] *) data[value]') !== null,
      program: isRunning,
    }
    // Right after this frame: the next one may wait for the program, which begins meanwhile.
    const mark = () => {
      for (const name of marks) if (found[name]) seen[name] ??= performance.now()
    }
    void scheduler.postTask(mark, { priority: 'user-blocking' })
    if (!marks.every((name) => found[name])) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
