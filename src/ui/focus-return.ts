/**
 * Forward navigation puts the focus on the new screen's heading; going back puts it on the link one left by (look: Accessible).
 * What had the focus is remembered for each entry of the history, by the link's target or the element's id, and which of
 * several that lead to the same place it was.
 */
const marks = new Map<string, Mark>()
interface Mark {
  selector: string
  index: number
}
let firstScreen = true

/** Names the entry of the history that one is at. */
export function entryKey(): string {
  const state = history.state as { __TSR_key?: string } | null
  return state?.__TSR_key ?? location.hash
}

function markOf(element: Element): Mark | undefined {
  const href = element.getAttribute('href')
  const selector = href ? `a[href="${CSS.escape(href)}"]` : element.id && `#${CSS.escape(element.id)}`
  return selector ? { selector, index: [...document.querySelectorAll(selector)].indexOf(element) } : undefined
}

function marked({ selector, index }: Mark): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>(selector)[index]
}

document.addEventListener('focusin', ({ target }) => {
  const mark = target instanceof Element ? markOf(target) : undefined
  if (mark) marks.set(entryKey(), mark)
})

/** Puts the focus on what one left this page by, where that has come only now; to be called until it answers true, or the member has gone on. */
export function focusLate(): boolean {
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
  else if (!firstScreen) heading.focus({ preventScroll: true })
  firstScreen = false
}
