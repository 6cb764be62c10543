import type { Page } from 'playwright-core'

/** Resolves when a screen has loaded: content below its title, no skeleton or busy element, and nothing left out. */
export async function untilLoaded(page: Page, options: { timeout?: number } = {}): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor(options)
  await page.waitForFunction(
    () => {
      const main = document.querySelector<HTMLElement>('main:not([data-away] *)')
      // A screen may be a lazy chunk: until it loads there is neither a skeleton nor content.
      const hasMore = main?.innerText.trim() !== main?.querySelector('h1')?.innerText.trim()
      return hasMore && !main?.querySelector('.animate-late, [aria-busy=true], [style*="content-visibility: hidden"]')
    },
    undefined,
    options,
  )
}
