import type { Page } from 'playwright-core'

declare global {
  interface Window {
    announced?: string[]
  }
}

/** Records what a screen reader announces by itself: text added to an existing live region, and alerts that appear. */
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
        // A node inside another added node is announced with that one.
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

/** Announcements that match `words`, in order. */
export async function announcementsOf(page: Page, words: RegExp): Promise<string[]> {
  return (await page.evaluate(() => window.announced ?? [])).filter((it) => words.test(it))
}
