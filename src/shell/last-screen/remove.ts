/**
 * Removes the last screen, so that the page below it shows. The focus of a link goes to the same link of the page: a
 * keyboard or a screen reader goes on where it was.
 */
export function removeLastScreen(screen: HTMLElement): void {
  const focused = document.activeElement
  const hash = focused instanceof HTMLAnchorElement && screen.contains(focused) ? focused.hash : undefined
  const index = hash === undefined ? -1 : linksTo(hash, screen).indexOf(focused as HTMLAnchorElement)
  screen.remove()
  if (hash !== undefined) linksTo(hash, document)[index]?.focus({ preventScroll: true })
}

/** By their hash: what the server drew has addresses relative to the document. */
function linksTo(hash: string, within: ParentNode): HTMLAnchorElement[] {
  return [...within.querySelectorAll('a')].filter((it) => it.hash === hash)
}
