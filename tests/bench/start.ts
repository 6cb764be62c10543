import type { Page } from 'playwright-core'
import { compiling } from './compiling.ts'
import { quantile, type Figure } from './figure.ts'
import { onPhone, slowDown, type Phone } from './phone.ts'

const rounds = 5
/** Milliseconds after which a page that rests is kept (src/shell/last-screen/keep.ts). */
const keptWithinMs = 4000

declare global {
  interface Window {
    /** Milliseconds from the navigation until Home shows a figure of the member's. */
    contentAt?: number
  }
}

/**
 * Time from opening until Home shows the member's money, with the server up and with it down: without and with the last
 * screen, which has the money in the document.
 */
export async function start(): Promise<Figure[]> {
  return [...(await starts(false)), ...(await starts(true))]
}

function starts(hasLastScreen: boolean): Promise<Figure[]> {
  const kind = hasLastScreen ? 'with the last screen: ' : ''
  const work = async ({ server, page, cdp, slow }: Phone): Promise<Figure[]> => {
    await page.addInitScript(watchForContent)
    await cdp.send('ServiceWorker.enable')
    const compiled: number[] = []
    const measure = async () => {
      const times: number[] = []
      // The first opening is not counted: after an install the browser still compiles.
      for (let round = 0; round <= rounds; round += 1) {
        await page.goto('about:blank')
        // A phone has usually stopped the worker before the app is opened.
        await cdp.send('ServiceWorker.stopAllWorkers')
        await slow(slowDown)
        times.push(await opening(page, server.origin))
        await slow(1)
        await page.waitForLoadState('networkidle')
        if (hasLastScreen) await page.waitForTimeout(keptWithinMs)
      }
      // With the last screen the money is there before the program. A start of its own, because tracing takes time.
      if (hasLastScreen) return quantile(times.slice(1), 0.5)
      await page.goto('about:blank')
      await slow(slowDown)
      compiled.push(await compiling(page, () => opening(page, server.origin)))
      await slow(1)
      return quantile(times.slice(1), 0.5)
    }
    const online = await measure()
    await server.kill()
    const offline = await measure()
    return [
      {
        what: `${kind}start to content, server gone, processor slowed ${slowDown} times (median of ${rounds})`,
        value: offline,
        unit: 'ms',
      },
      { what: `${kind}the same with the server there`, value: online, unit: 'ms' },
      { what: `${kind}without a server to with one`, value: offline / online, unit: 'times' },
      ...compiled.map((value, index) => ({
        what: `compiling of JavaScript on the main thread until then, ${index === 0 ? 'with' : 'without'} a server`,
        value,
        unit: 'ms' as const,
      })),
    ]
  }
  return onPhone(work, { hasLastScreen })
}

async function opening(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/`, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => window.contentAt)
  return (await shown.jsonValue()) ?? Number.NaN
}

function watchForContent(): void {
  const look = () => {
    if (document.querySelector('main data[value]'))
      requestAnimationFrame(() => {
        window.contentAt = performance.now()
      })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
