import { lastScreenId } from '#protocol/visitor-page.ts'
import { lastScreenAddress, stylesAddress } from '../../cache/last-screens.ts'

/**
 * Before the program runs, a link that is tapped on the last screen leads to the last screen of its page, where this
 * device keeps one of the same member and look. The program opens at the address that it finds.
 *
 * A script of its own (build/standalone-scripts.ts), which the worker names in a document with a last screen: others
 * have no links before the program runs.
 */
addEventListener('hashchange', follow)
// A link may be tapped as soon as the last screen is painted, which may be before this script has come.
const first = document.getElementById(lastScreenId)
if (first && location.hash !== '' && first.dataset['route'] !== shownRoute()) follow()

function follow(): void {
  if (!isBeforeProgram()) return removeEventListener('hashchange', follow)
  const route = shownRoute()
  const styles = stylesOf(route)
  const request = new XMLHttpRequest()
  request.open('GET', lastScreenAddress(route))
  // Parsed by the browser itself, without scripts: a string that became markup would need a policy (Trusted Types).
  request.responseType = 'document'
  const loaded = Promise.all([cameOf(request), cameOf(styles)])
  request.send()
  void loaded.then(
    () => show(request.responseXML?.getElementById(lastScreenId), styles, route),
    () => styles.remove(),
  )
}

function show(next: HTMLElement | null | undefined, styles: HTMLLinkElement, route: string): void {
  const shown = document.getElementById(lastScreenId)
  // Another link was tapped meanwhile, or the program has drawn its page.
  const isWanted = shownRoute() === route && isBeforeProgram()
  if (!next || !shown || !isWanted || shown.dataset['stamp'] !== next.dataset['stamp']) return styles.remove()
  shown.replaceWith(document.adoptNode(next))
  scrollTo(0, 0)
  // Both number their parts from 0.
  for (const it of document.querySelectorAll('link[href*="last-screen.css"]')) if (it !== styles) it.remove()
  styles.media = 'all'
}

/** The styles of a route's last screen, which load beside it and hold for nothing yet. */
function stylesOf(route: string): HTMLLinkElement {
  const styles = document.createElement('link')
  styles.rel = 'stylesheet'
  styles.media = 'not all'
  styles.href = stylesAddress(route)
  document.head.append(styles)
  return styles
}

function cameOf(it: XMLHttpRequest | HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    it.onload = resolve
    it.onerror = reject
  })
}

function shownRoute(): string {
  return location.hash.slice(1)
}

/** The program runs once the document has been read to its end, and takes the place of the first frame. */
function isBeforeProgram(): boolean {
  return document.readyState === 'loading' || document.querySelector('#root > .first-frame') !== null
}
