import type { Page } from 'playwright-core'

/** Holds requests of the page back until the returned function is called. */
export async function holdAnswers(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
