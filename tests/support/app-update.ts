import type { Page } from 'playwright-core'
import { until } from './browser.ts'

const quietMs = 1000
/** The app itself waits 40 seconds for the earlier worker to end (`takeOverMs` in service-worker.ts). */
const reloadMs = 60_000

/** Looks for a newer build until one is installed and waits. */
export async function untilBuildWaits(page: Page): Promise<void> {
  await until(page, async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    // One that the browser began by itself while the build was being replaced fails, and is tried again.
    if (!registration?.installing) await registration?.update().catch(() => undefined)
    return registration?.installing === null && registration.waiting !== null
  })
}

/** Resolves when the page is loaded again after its update was taken. */
export async function loadedInNewBuild(page: Page): Promise<void> {
  await page.waitForEvent('load', { timeout: reloadMs })
}

/** Takes the update that is offered, and waits until the page is there again. */
export async function takeUpdate(page: Page): Promise<void> {
  await untilNothingIsLoaded(page)
  // The notice's own button; the page about updates has one too.
  await Promise.all([loadedInNewBuild(page), page.getByRole('button', { name: 'Update now' }).last().click()])
  await page.getByRole('main').waitFor()
}

/** Makes the page take itself for one that nobody sees. In a browser under test every page counts as seen. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  })
}

/**
 * Waits until no open page has loaded a file of the app for a second.
 *
 * While DevTools or a test are attached, Chromium ends the worker that is to be replaced even when a page has just
 * asked it for a file. It then starts it again, and the newer worker waits until that one was idle for half a minute
 * (`OnRequestTermination` in its service_worker_version.cc). Otherwise it lets the worker answer first.
 */
export async function untilNothingIsLoaded(page: Page): Promise<void> {
  for (const it of page.context().pages())
    await until(
      it,
      async (ms) => {
        const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
        const last = Math.max(0, ...files.map((file) => file.startTime + file.duration))
        return performance.now() - last > ms
      },
      quietMs,
    )
}
