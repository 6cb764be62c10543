import { belowFoldId } from '#protocol/visitor-page.ts'

/** In heights of the screen: what is also seen once the browser's bars are gone, and all of a line at the edge. */
const seenPart = 1.25

/**
 * Gives an id to the first element of `copy` after all that is seen of `page` without scrolling: the first frame of the
 * next start waits for what comes before it (sw/last-screen.ts). None where something is seen up to the end. Call it
 * while the copy has every element of the page.
 */
export function markBelowFold(page: Element, copy: Element): void {
  const rest = belowFold(page, copy)
  if (rest && rest.id === '') rest.id = belowFoldId
}

function belowFold(page: Element, copy: Element): Element | undefined {
  for (let at = page.children.length - 1; at >= 0; at--) {
    const part = page.children[at]!
    const { top, width, height } = part.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    // What sticks to an edge of the screen is seen wherever the page is scrolled to.
    if (['sticky', 'fixed'].includes(getComputedStyle(part).position)) return copy.children[at + 1]
    if (top + scrollY < seenPart * innerHeight) return belowFold(part, copy.children[at]!) ?? copy.children[at + 1]
  }
  return copy.children[0]
}
