import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// Each WCAG tag holds only the rules new in that edition. `best-practice` adds axe's rules on landmarks and headings.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Violations that axe finds on the page (WCAG 2.2 A and AA), a line each. Waits for animations to end: an element that
 * is fading in does not have its final colours.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((it) => it.playState !== 'running' || it.effect?.getTiming().iterations === Infinity),
  )
  // The script is half a megabyte; a page that has it is not sent it again.
  const isThere = await page.evaluate(() => 'axe' in window)
  // The default mode opens another page for every run, to cover frames; this app has none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode()
  // axe takes any link to `/#…` for a skip link, and with hash-based routing every link is one.
  const rules = { 'skip-link': { enabled: false } }
  const { violations } = await axe.options({ runOnly: tags, rules, resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join('\n')}`)
}
