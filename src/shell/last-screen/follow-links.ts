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
  const request = new XMLHttpRequest()
  request.open('GET', lastScreenAddress(route))
  // Parsed by the browser itself, without scripts: a string that became markup would need a policy (Trusted Types).
  request.responseType = 'document'
  request.onload = () => {
    const next = request.responseXML?.getElementById(lastScreenId)
    if (next) showWithStyles(next, route)
  }
  request.send()
}

function showWithStyles(next: HTMLElement, route: string): void {
  const styles = document.createElement('link')
  styles.rel = 'stylesheet'
  styles.href = stylesAddress(route)
  styles.onload = () => {
    const shown = document.getElementById(lastScreenId)
    // Another link was tapped meanwhile, or the program has drawn its page.
    const isWanted = shownRoute() === route && isBeforeProgram()
    if (!isWanted || shown?.dataset['stamp'] !== next.dataset['stamp']) return styles.remove()
    shown?.replaceWith(document.adoptNode(next))
    scrollTo(0, 0)
    // Both number their parts from 0.
    for (const it of document.querySelectorAll('link[href*="last-screen.css"]')) if (it !== styles) it.remove()
  }
  document.head.append(styles)
}

function shownRoute(): string {
  return location.hash.slice(1)
}

/** The program runs once the document has been read to its end, and takes the place of the first frame. */
function isBeforeProgram(): boolean {
  return document.readyState === 'loading' || document.querySelector('#root > .first-frame') !== null
}
