import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// A tag stands only for what its edition of WCAG brought. The practices are axe's own: landmarks, the order of headings.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe objects to on the page as it stands (WCAG 2.2 A and AA), a line each. Waits for movement to end: halfway through fading in, nothing has its colours yet. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((it) => it.playState !== 'running' || it.effect?.getTiming().iterations === Infinity),
  )
  // Half a megabyte of script, which a page needs once.
  const isThere = await page.evaluate(() => 'axe' in window)
  // The other mode opens a page of its own for every run, for the sake of frames that we don't have.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode()
  const { violations } = await axe.options({ runOnly: tags, resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join('\n')}`)
}
