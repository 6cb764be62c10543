import type { Page } from 'playwright-core'
import { quantile, type Figure } from './figure.ts'
import { onPhone, slowDown } from './phone.ts'

const rounds = 200

declare global {
  interface Window {
    /** Milliseconds from the touch to the text. */
    savedAfter?: number
  }
}

/** Time from a tap on "Check in", with the server gone, to "Saved on this device", with its transaction complete. */
export function enqueue(): Promise<Figure[]> {
  return onPhone(async ({ server, page, slow }) => {
    await page.goto(`${server.origin}/#/pages/my/checkIn`)
    const checkIn = page.getByRole('button', { name: /^Check in for/ })
    await checkIn.waitFor()
    await server.kill()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await page.reload()
      await checkIn.waitFor()
      await page.evaluate(
        () =>
          new Promise((idle) => {
            requestIdleCallback(idle)
          }),
      )
      await page.evaluate(watchForSaved)
      await slow(slowDown)
      await checkIn.click()
      const saved = await page.waitForFunction(() => window.savedAfter)
      times.push((await saved.jsonValue()) ?? Number.NaN)
      await slow(1)
      await emptyOutbox(page)
    }
    return [
      {
        what: `tap to "Saved on this device", processor slowed ${slowDown} times, half of ${rounds} within`,
        value: quantile(times, 0.5),
        unit: 'ms',
      },
      { what: '99 of 100 within', value: quantile(times, 0.99), unit: 'ms' },
    ]
  })
}

function watchForSaved(): void {
  let tapped = 0
  window.addEventListener(
    'click',
    (event) => {
      tapped = event.timeStamp
    },
    { capture: true, once: true },
  )
  const observer = new MutationObserver(() => {
    if (tapped === 0 || !document.body.textContent.includes('Saved on this device')) return
    observer.disconnect()
    window.savedAfter = performance.now() - tapped
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** Deletes the stored check-in without the app, so that another can be made. */
function emptyOutbox(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onerror = () => reject(opening.error!)
        opening.onsuccess = () => {
          const database = opening.result
          const end = () => {
            database.close()
            resolve()
          }
          if (!database.objectStoreNames.contains('commands')) return end()
          const emptying = database.transaction('commands', 'readwrite')
          emptying.objectStore('commands').clear()
          emptying.oncomplete = end
        }
      })
    }
  })
}
