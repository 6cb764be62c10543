import type { Page } from 'playwright-core'

declare global {
  interface Window {
    announced?: string[]
  }
}

/** Notes from now on what a screen reader is told without being asked: what is added to a live region that stands already, and an alert as it appears. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.evaluate(() => {
    const regions = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]'
    const said: string[] = (window.announced = [])
    const wordsOf = (node: Node) =>
      (node instanceof HTMLElement ? node.innerText : (node.textContent ?? '')).replace(/\s+/g, ' ').trim()
    new MutationObserver((records) => {
      const added = new Set(records.flatMap((it) => (it.type === 'characterData' ? [it.target] : [...it.addedNodes])))
      for (const node of added) {
        const element = node instanceof Element ? node : node.parentElement
        if (!node.isConnected || !element || element.closest('[aria-hidden=true]')) continue
        // What came along with something larger was heard with it.
        let above = node.parentNode
        while (above && !added.has(above)) above = above.parentNode
        if (above) continue
        const isHeard = node.parentElement?.closest(regions) != null
        const words = isHeard
          ? [wordsOf(node)]
          : [element, ...element.querySelectorAll('*')].filter((it) => it.matches('[role=alert]')).map(wordsOf)
        said.push(...words.filter((it) => it !== ''))
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** All that was said with these words in it, in order. */
export async function announcementsOf(page: Page, words: RegExp): Promise<string[]> {
  return (await page.evaluate(() => window.announced ?? [])).filter((it) => words.test(it))
}
