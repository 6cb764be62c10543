import { homePath, mallPath } from '#src/sitemap.ts'
import type { Page } from 'playwright-core'
import { quantile, type Figure } from './figure.ts'
import { onPhone, slowDown } from './phone.ts'

const tabs = [mallPath, '/subPages/news/list', '/pages/index/my', homePath]

declare global {
  interface Window {
    /** Durations of the events since the last tap, in milliseconds: from the tap to the frame that answers it. */
    events?: number[]
  }
}

/** Time from a tap on a tab until the next frame (INP), and until the tab's page is there: at first sight and later. */
export function taps(): Promise<Figure[]> {
  return onPhone(async ({ page, slow }) => {
    await page.evaluate(observeEvents)
    await slow(slowDown)
    const first = await round(page)
    const later = [...(await round(page)), ...(await round(page))]
    const figures = (how: string, them: readonly Tap[]): Figure[] => [
      {
        what: `tap on a tab ${how}, until the next frame (longest)`,
        value: Math.max(...them.map((it) => it.frame)),
        unit: 'ms',
      },
      {
        what: `the same until its page is there (median)`,
        value: quantile(
          them.map((it) => it.page),
          0.5,
        ),
        unit: 'ms',
      },
    ]
    return [...figures('at first sight', first), ...figures('that was open before', later)]
  })
}

interface Tap {
  frame: number
  page: number
}

async function round(page: Page): Promise<Tap[]> {
  const found: Tap[] = []
  for (const tab of tabs) {
    await page.waitForLoadState('networkidle')
    const link = page.locator(`nav a[href$="${tab}"]`)
    const shown = page.evaluate(untilHeading, await page.locator('h1').first().textContent())
    await link.tap()
    const took = await shown
    // Events are reported a moment after their frame.
    await page.waitForFunction(() => (window.events ?? []).length > 0)
    await page.waitForTimeout(500)
    found.push({ frame: Math.max(...(await page.evaluate(() => window.events?.splice(0) ?? []))), page: took })
  }
  return found
}

function observeEvents(): void {
  window.events = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (/pointerup|click/.test(entry.name)) window.events?.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Milliseconds from the tap until another heading is drawn. */
function untilHeading(before: string | null): Promise<number> {
  return new Promise((done) => {
    let begun = 0
    addEventListener('pointerup', (event) => (begun = event.timeStamp), { once: true, capture: true })
    const look = () => {
      if (begun > 0 && document.querySelector('main h1')?.textContent !== before)
        requestAnimationFrame(() => done(performance.now() - begun))
      else requestAnimationFrame(look)
    }
    look()
  })
}
