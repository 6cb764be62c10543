import type { Page } from 'playwright-core'

/** The name of the focused control: its own label, else the element that labels it, else its text. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const it = document.activeElement
    const label = it instanceof HTMLInputElement || it instanceof HTMLSelectElement ? it.labels?.[0] : undefined
    return it?.getAttribute('aria-label') ?? label?.textContent ?? it?.textContent ?? ''
  })
}
