import type { Page } from 'playwright-core'

/** Resolves when a screen stands with all that the server says of it: something below its title, and nothing of it still on its way. */
export async function untilLoaded(page: Page, options: { timeout?: number } = {}): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor(options)
  await page.waitForFunction(
    () => {
      const main = document.querySelector('main')
      // The rest of a screen may come in a file of its own: until then there is neither a skeleton nor anything else.
      const hasMore = main?.innerText.trim() !== main?.querySelector('h1')?.innerText.trim()
      return hasMore && !main?.querySelector('.animate-late, [aria-busy=true]')
    },
    undefined,
    options,
  )
}
