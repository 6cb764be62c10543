/**
 * Forward navigation puts the focus on the new screen's heading; going back puts it on the link one left by
 * (specification 11). Each entry of the history remembers what had the focus: by the link's target or the element's id,
 * and by its place among several with the same.
 */
const marks = new Map<string, Mark>()
interface Mark {
  selector: string
  index: number
}
let isFirstScreen = true
let keyOfEntry = () => location.hash

/** Names the entry of the history that one is at. */
export function entryKey(): string {
  return keyOfEntry()
}

/** Has entries named by `key`, which tells two entries with the same address apart; the shell knows how. */
export function nameEntriesBy(key: () => string): void {
  keyOfEntry = key
}

document.addEventListener('focusin', ({ target }) => {
  const mark = target instanceof Element ? markOf(target) : undefined
  if (mark) marks.set(entryKey(), mark)
})

/**
 * Returns the focus once a page has the element that it was left by. False while that element is missing and nobody has
 * moved on.
 */
export function returnFocusLater(): boolean {
  const mark = marks.get(entryKey())
  const active = document.activeElement
  if (mark === undefined || !(active === document.body || active?.tagName === 'H1')) return true
  const left = marked(mark)
  left?.focus({ preventScroll: true })
  return left !== undefined
}

/** To be called when a screen has appeared. The first one after the start leaves the focus to the browser. */
export function focusScreen(heading: HTMLElement): void {
  const mark = marks.get(entryKey())
  const left = mark && marked(mark)
  if (left) left.focus({ preventScroll: true })
  else if (!isFirstScreen) heading.focus({ preventScroll: true })
  isFirstScreen = false
}

function markOf(element: Element): Mark | undefined {
  const href = element.getAttribute('href')
  const selector = href ? `a[href="${CSS.escape(href)}"]` : element.id && `#${CSS.escape(element.id)}`
  return selector ? { selector, index: [...document.querySelectorAll(selector)].indexOf(element) } : undefined
}

function marked({ selector, index }: Mark): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>(selector)[index]
}
