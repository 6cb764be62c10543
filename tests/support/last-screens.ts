import type { Page } from 'playwright-core'
import { until } from './browser.ts'

const addressOf = (route: string) => `last-screen?${encodeURIComponent(route)}`

/** The markup of a route's last screen on this device, `/pages/index/my`; empty where none is kept. */
export const lastScreenMarkup = (page: Page, route: string) =>
  page.evaluate(async (address) => {
    const kept = await caches.match(new URL(address, location.href.split('#')[0]))
    return ((await kept?.json()) as { markup: string } | undefined)?.markup ?? ''
  }, addressOf(route))

/** Resolves once this device keeps a last screen of the route. */
export const untilLastScreenKept = (page: Page, route: string) =>
  until(
    page,
    async (address) => (await caches.match(new URL(address, location.href.split('#')[0]))) !== undefined,
    addressOf(route),
  )
