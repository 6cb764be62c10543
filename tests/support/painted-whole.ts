import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

/** Milliseconds after which a browser that may paint has painted, also on a busy machine. */
const patienceMs = 1500

/**
 * Asserts that nothing of `document` is painted while it has come up to the heading of its page, that it is once the
 * tag with `following` has come, and that nothing moves then or later, also where the tab bar comes in halves. Its
 * scripts are left out. What it refers to is `origin`'s.
 */
export async function expectPaintedWhole(
  context: BrowserContext,
  document: string,
  { following, path = '/', origin }: { following: string; path?: string; origin: string },
): Promise<void> {
  const still = document.replaceAll(/<script.*?<\/script>/gsu, '')
  const heading = still.indexOf('<h1')
  const end = still.indexOf('>', still.indexOf(following, heading)) + 1
  const tabs = still.indexOf('<nav', end)
  const cuts = [0, heading, end, ...(tabs === -1 ? [] : [still.indexOf('</li>', tabs)]), still.length]
  const parts = cuts.slice(1).map((cut, at) => still.slice(cuts[at], cut))
  expect(parts.map((it) => it.length > 0)).toEqual(parts.map(() => true))
  const served = await servedInParts(parts, { path, origin })
  const page = await context.newPage()
  onTestFinished(() => page.close())
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      window.jumps = (window.jumps ?? 0) + list.getEntries().length
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const isPainted = () => page.evaluate(() => performance.getEntriesByType('paint').length > 0)
  await page.goto(served.origin + path, { waitUntil: 'commit' })
  await page.locator('#last-screen main').waitFor({ state: 'attached' })
  await expect(expect.poll(isPainted, { timeout: patienceMs }).toBe(true)).rejects.toThrow('expected false to be true')
  served.sendNext()
  await expect.poll(isPainted).toBe(true)
  if (tabs !== -1) {
    served.sendNext()
    await page.locator('nav a').first().waitFor()
    await twoFrames(page)
  }
  served.sendNext()
  await page.waitForLoadState('load')
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  await twoFrames(page)
  expect(await page.evaluate(() => window.jumps ?? 0)).toBe(0)
}

/** What has moved is reported with the next frame. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

declare global {
  interface Window {
    jumps?: number
  }
}

/** Gives out a document's parts at `path`, each but the first when `sendNext` is called, and all else as `origin`. */
async function servedInParts(
  [first, ...others]: readonly string[],
  { path, origin }: { path: string; origin: string },
): Promise<{ origin: string; sendNext: () => void }> {
  const due = others.map(() => Promise.withResolvers<void>())
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url === path) {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.write(first)
        for (const [at, part] of others.entries()) {
          await due[at]!.promise
          response.write(part)
        }
        response.end()
        return
      }
      const found = await fetch(new URL(request.url ?? '/', origin))
      response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? 'text/plain' })
      response.end(Buffer.from(await found.arrayBuffer()))
    }
    answer().catch((cause: unknown) => response.destroy(cause as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  let sent = 0
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendNext: () => due[sent++]?.resolve(),
  }
}
