import type { Locator } from 'playwright-core'

/** Whether the element is wholly inside the window and nothing covers its middle. */
export function isInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && there !== null && (element.contains(there) || there.contains(element))
  })
}
