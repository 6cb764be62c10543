import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journey } from '#tests/support/journey.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'

const app = journey()
let page: Page
let asked: string[]

const jakarta = '/choose-location?latitude=-6.2146&longitude=106.8227'
const surabaya = '/choose-location?latitude=-7.2621&longitude=112.7391'
const streets = () => page.getByText('Invented streets')
const noStreets = () => page.getByText('Positions only, no streets')
const isStreetCode = (address: string) => /street-(layer|tiles)|maplibre/.test(address)

async function open(route: string, { before, ...context }: Open = {}) {
  asked = []
  page = await app.open({
    route,
    context,
    before: async (it) => {
      // Those of workers too.
      it.context().on('request', (request) => asked.push(request.url()))
      await before?.(it)
    },
  })
  await untilLoaded(page)
}

interface Open extends BrowserContextOptions {
  before?: (page: Page) => Promise<unknown>
}

test('a map lies over the streets of the server; nobody else is asked, and none of it is fetched before', async () => {
  await open('/pages/index/index')
  expect(asked.filter(isStreetCode)).toEqual([])
  await page.evaluate((route) => {
    location.hash = route
  }, jakarta)
  await streets().waitFor()
  const pins = page.getByRole('group', { name: 'Map of the machines in the list' }).getByRole('button')
  expect(await pins.count()).toBeGreaterThan(3)
  expect(asked.filter(isStreetCode).length).toBeGreaterThan(1)
  expect(asked.filter((it) => it.includes('/wx/street-tiles/')).length).toBeGreaterThan(1)
  expect(asked.filter((it) => !it.startsWith(app.server.origin))).toEqual([])
})

test('without WebGL the map is drawn as it is without streets, and their code is not fetched', async () => {
  await open(jakarta, {
    before: (it) =>
      it.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null
      }),
  })
  await expect.poll(() => asked.some((it) => it.includes('/wx/map/streets'))).toBe(true)
  await page.waitForLoadState('networkidle')
  await noStreets().waitFor()
  expect(asked.filter(isStreetCode)).toEqual([])
})

test('a map does without the code of its streets, and the page is not loaded again for it', async () => {
  await open('/pages/index/index', {
    serviceWorkers: 'block',
    before: async (it) => {
      const failed = it.waitForEvent('requestfailed', (request) => request.url().includes('street-layer'))
      await it.route('**/assets/street-layer-*', (asking) => asking.abort())
      // The second file fails some time after the first.
      await it.route('**/assets/street-tiles-*', async (asking) => {
        await failed
        await it.evaluate(() => new Promise(requestAnimationFrame))
        await asking.abort()
      })
    },
  })
  await page.evaluate((route) => {
    location.hash = route
  }, jakarta)
  await page.waitForEvent('requestfailed', (it) => it.url().includes('street-tiles'))
  await untilLoaded(page)
  await noStreets().waitFor()
  const documents = asked.filter((it) => new URL(it).pathname === '/')
  expect(documents).toHaveLength(1)
})

test('without a network the streets that were seen are there; beyond them the map has none', async () => {
  page = await app.openInstalled({ prefetches: false })
  const visit = (route: string) => page.goto(`${app.server.origin}/#${route}`)
  await visit(jakarta)
  await streets().waitFor()
  await app.server.kill()
  await page.goto('about:blank')
  await visit(jakarta)
  await streets().waitFor()
  await visit(surabaya)
  await noStreets().waitFor()
  await app.server.start()
})
