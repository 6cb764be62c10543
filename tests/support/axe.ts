import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// Each WCAG tag holds only the rules new in that edition. `best-practice` adds axe's rules on landmarks and headings.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose outcome depends on colours: all that a second theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Violations that axe finds on the page (WCAG 2.2 A and AA), a line each; with `only: 'colours'` those of colours, for
 * a page that was read in another theme before. Waits for animations to end: an element that
 * is fading in does not have its final colours.
 */
export async function axeFaults(page: Page, { only }: { only?: 'colours' } = {}): Promise<string[]> {
  for (;;) {
    const before = await startedWhenSettled(page)
    const faults = await faultsNow(page, only)
    // A button that became usable meanwhile was read in a colour of its transition.
    if (faults.length === 0 || (await startedWhenSettled(page)) === before) return faults
  }
}

/** Resolves when no animation runs, with the number of those that have started since the first call. */
async function startedWhenSettled(page: Page): Promise<number> {
  const settled = await page.waitForFunction(() => {
    const counting = window as { started?: number }
    if (counting.started === undefined) {
      counting.started = 0
      for (const type of ['transitionrun', 'animationstart'])
        document.addEventListener(type, () => (counting.started = counting.started! + 1), { capture: true })
    }
    const isSettled = document.getAnimations().every((it) => {
      const { iterations, delay } = it.effect?.getTiming() ?? {}
      // The page of another tab begins its animations anew each time it is put back.
      if ((it.effect as KeyframeEffect | null)?.target?.closest('[data-away]')) return true
      // What waits for minutes, as the words of the first frame do, isn't waited for.
      return it.playState !== 'running' || iterations === Infinity || Number(delay) >= 60_000
    })
    return isSettled && { started: counting.started }
  })
  return (await settled.evaluate((it) => it && it.started)) || 0
}

async function faultsNow(page: Page, only: 'colours' | undefined): Promise<string[]> {
  // The script is half a megabyte; a page that has it is not sent it again.
  const isThere = await page.evaluate(() => 'axe' in window)
  // The default mode opens another page for every run, to cover frames; this app has none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode()
  // axe takes any link to `/#…` for a skip link, and with hash-based routing every link is one.
  const rules = { 'skip-link': { enabled: false } }
  const runOnly = only ? { type: 'rule' as const, values: colourRules } : tags
  await page.evaluate(takeKeptPagesOut)
  try {
    const { violations } = await axe
      .options({ runOnly, ...(!only && { rules }), resultTypes: ['violations'] })
      .analyze()
    return violations
      .map(({ id, nodes }) => ({ id, nodes: nodes.filter((it) => !(id === 'target-size' && isMapPin(it.html))) }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join('\n')}`)
  } finally {
    await page.evaluate(putKeptPagesBack)
  }
}

/** A pin may lie under the map's buttons or across its edge until the map is moved; the list has the same place. */
function isMapPin(html: string): boolean {
  // axe cuts long attributes.
  return html.includes('style="left: calc(var(--zoo')
}

interface Taking {
  keptPages?: (readonly [place: Comment, page: Element])[]
}

/**
 * Takes the pages of other tabs out of the document. axe finds nothing in them, as nobody sees them, but has the
 * browser compute the style of each of their elements, which takes four times as long as all that it judges.
 */
function takeKeptPagesOut(): void {
  ;(window as Taking).keptPages = [...document.querySelectorAll('[data-away]')].map((page) => {
    const place = document.createComment('')
    page.replaceWith(place)
    return [place, page] as const
  })
}

function putKeptPagesBack(): void {
  for (const [place, page] of (window as Taking).keptPages ?? []) place.replaceWith(page)
}
