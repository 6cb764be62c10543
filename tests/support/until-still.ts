import type { Page } from 'playwright-core'
import { until } from './browser.ts'

const quietMs = 1000

declare global {
  /** Milliseconds since an element was last added or removed. */
  var stillFor: (() => number) | undefined
}

/** Waits until a page has drawn all of itself: no element was added or removed for a second. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now()
    new MutationObserver(() => {
      last = performance.now()
    }).observe(document, { childList: true, subtree: true })
    globalThis.stillFor = () => performance.now() - last
  })
  await until(page, async (ms) => (globalThis.stillFor?.() ?? 0) > ms, quietMs)
}
