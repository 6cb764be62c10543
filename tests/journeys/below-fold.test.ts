import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { homePath } from '#src/sitemap.ts'
import { undrawn } from '#src/ui/below-fold.tsx'
import { journey } from '#tests/support/journey.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'

const app = journey()

async function openHome(): Promise<Page> {
  const page = await app.openAsDemo()
  await untilLoaded(page)
  // Lines that come later move what is below them.
  await page.waitForLoadState('networkidle')
  return page
}

interface Drawn {
  title: string
  /** Nothing of the page is still to come. */
  isWhole: boolean
  text: string
}

/** Notes each time the page changes what is there of it. */
async function watchDrawing(page: Page): Promise<() => Promise<Drawn[]>> {
  await page.evaluate((selector) => {
    const drawn: Drawn[] = []
    Object.assign(window, { drawn })
    const note = () => {
      const main = document.querySelector('main:not([data-away] *)')
      const title = main?.querySelector('h1')?.textContent
      if (title) drawn.push({ title, isWhole: main.querySelector(selector) === null, text: main.textContent })
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  }, undrawn)
  return () => page.evaluate(() => (window as unknown as { drawn: Drawn[] }).drawn)
}

test.each([
  ['My', 'Coupons'],
  ['Mall', 'See the points mall'],
])('the tab %s is drawn as far as a phone shows it first, then to its end', async (tab, last) => {
  const page = await openHome()
  // Once, so that neither code nor data is waited for later.
  await page.getByRole('navigation').getByRole('link', { name: tab }).tap()
  await page.getByRole('link', { name: last }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  // By then it is drawn anew.
  await page.evaluate((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, 5 * 60_000)
  const drawn = await watchDrawing(page)
  await page.getByRole('navigation').getByRole('link', { name: tab }).tap()
  await page.getByRole('link', { name: last }).waitFor()
  await expect.poll(async () => (await drawn()).at(-1)).toMatchObject({ title: tab, isWhole: true })
  const first = (await drawn()).find((it) => it.title === tab)
  expect(first).toMatchObject({ isWhole: false })
  expect(first?.text).not.toContain(last)
})

test('a page whose data comes later is drawn in two steps as well', async () => {
  const page = await openHome()
  const drawn = await watchDrawing(page)
  await page.getByRole('main').locator('a[href*="product/detail"]').first().tap()
  await page.getByRole('heading', { level: 2, name: 'Terms' }).waitFor()
  const [name] = await page.getByRole('heading', { level: 1 }).allTextContents()
  const withFigures = (await drawn()).filter((it) => it.title === name && it.text.includes('Earned'))
  expect(withFigures[0]).toMatchObject({ isWhole: false })
  expect(withFigures[0]?.text).not.toContain('Terms')
})

test('going back to where a page was scrolled draws all of it at once, so that it does not jump', async () => {
  const page = await openHome()
  const more = page.getByRole('link', { name: 'More', exact: true })
  await more.scrollIntoViewIfNeeded()
  // A tap would scroll it out from behind the tab bar first.
  const top = await more.evaluate((it: HTMLElement) => {
    it.click()
    return scrollY
  })
  expect(top).toBeGreaterThan(300)
  await page.waitForFunction((path) => location.hash !== `#${path}` && scrollY === 0, homePath)
  const drawn = await watchDrawing(page)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  const home = (await drawn()).filter((it) => it.title === 'Home')
  expect(home.map((it) => it.isWhole)).toEqual(home.map(() => true))
  expect(home).not.toEqual([])
})

test('going back to a page that was not scrolled has the focus on the link that was followed, and never elsewhere', async () => {
  const page = await openHome()
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).tap()
  // It is beside the screen: neither the tap nor the focus scrolls the page.
  const unit = page.getByRole('main').locator('a[href*="myProductDetail"]').nth(4)
  // What stands below the balances isn't shown before these.
  await unit.waitFor()
  await unit.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'My', exact: true }).waitFor({ state: 'detached' })
  await page.evaluate(() => {
    const focused: string[] = []
    Object.assign(window, { focused })
    addEventListener('focusin', ({ target }) => focused.push((target as Element).tagName))
  })
  await page.goBack()
  await expect.poll(() => unit.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => (window as unknown as { focused: string[] }).focused)).toEqual(['A'])
})
