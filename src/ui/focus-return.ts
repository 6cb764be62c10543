/**
 * Forward navigation puts the focus on the new screen's heading; going back puts it on the link that the reader
 * followed (specification 11). For each history entry this map holds the last focused element: the link's target or the
 * element's id, and its index among equal ones.
 */
const marks = new Map<string, Mark>()
interface Mark {
  selector: string
  index: number
}
let isFirstScreen = true
let keyOfEntry = () => location.hash

/** The key of the current history entry. */
export function entryKey(): string {
  return keyOfEntry()
}

/**
 * Sets the function that names history entries. The shell passes one that tells two entries with the same address
 * apart.
 */
export function nameEntriesBy(key: () => string): void {
  keyOfEntry = key
}

globalThis.document?.addEventListener('focusin', ({ target }) => {
  const mark = target instanceof HTMLElement ? markOf(target) : undefined
  if (mark) marks.set(entryKey(), mark)
})

/**
 * Returns the focus once the page has the element that had it. False while that element is missing and the reader has
 * moved the focus nowhere else.
 */
export function returnFocusLater(): boolean {
  const mark = marks.get(entryKey())
  const active = document.activeElement
  if (mark === undefined || !(active === document.body || active?.tagName === 'H1')) return true
  const left = marked(mark)
  left?.focus({ preventScroll: true })
  return left !== undefined
}

/** Call this when a screen has appeared. The first screen after the start leaves the focus to the browser. */
export function focusScreen(heading: HTMLElement): void {
  const mark = marks.get(entryKey())
  const left = mark && marked(mark)
  if (left) left.focus({ preventScroll: true })
  else if (!isFirstScreen) heading.focus({ preventScroll: true })
  isFirstScreen = false
}

function markOf(element: HTMLElement): Mark | undefined {
  const href = element.getAttribute('href')
  const selector = href ? `a[href="${CSS.escape(href)}"]` : element.id && `#${CSS.escape(element.id)}`
  return selector ? { selector, index: onOpenPages(selector).indexOf(element) } : undefined
}

function marked({ selector, index }: Mark): HTMLElement | undefined {
  return onOpenPages(selector)[index]
}

/** Pages of tabs that aren't open stay in the document, before or after the open one. */
function onOpenPages(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((it) => !it.closest('[data-away]'))
}
