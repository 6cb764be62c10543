/**
 * When a focused control is removed or disabled, such as a button that has done its work, the browser moves the focus
 * to the top of the page. This function moves it to the element around the control instead, or to the same link where
 * one has come in its place, as in a card whose data have come. Pages and dialogs that disappear as a whole are handled
 * elsewhere (focus-return.ts).
 */
export function keepFocus(): void {
  let chain: Element[] = []
  document.addEventListener('focusin', ({ target }) => {
    chain = target instanceof Element ? upwards(target) : []
  })
  const watch = new MutationObserver(() => {
    const [focused] = chain
    if (!focused || (focused.isConnected && !focused.matches(':disabled'))) return
    const holder = chain.find((it) => it !== focused && it.isConnected)
    // Code that moves the focus on purpose has already run.
    const isLost = document.activeElement === document.body || document.activeElement === focused
    chain = []
    if (!isLost || !(holder instanceof HTMLElement) || !holder.parentElement?.closest(frames)) return
    const again = sameLink(focused, holder)
    if (again) again.focus({ preventScroll: true })
    else hold(holder)
  })
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const frames = 'main, [role=dialog], [role=alertdialog]'

/** The link within an element that leads where another led, and says the same. */
function sameLink(link: Element, within: Element): HTMLAnchorElement | undefined {
  const href = link.getAttribute('href')
  if (href === null) return undefined
  return [...within.querySelectorAll('a')].find(
    (it) => it.getAttribute('href') === href && it.textContent === link.textContent,
  )
}

function upwards(element: Element): Element[] {
  const chain: Element[] = []
  for (let it: Element | null = element; it; it = it.parentElement) chain.push(it)
  return chain
}

function hold(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
