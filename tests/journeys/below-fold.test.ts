import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { homePath } from '#src/sitemap.ts'
import { undrawn } from '#src/ui/below-fold.tsx'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'

const app = journey()

async function openHome(): Promise<Page> {
  const page = await app.open({ route: '/pages/auth/login' })
  await signInAsDemo(page)
  await untilLoaded(page)
  return page
}

/** Notes each time the page changes: which page it is, and whether some part of it is still to come. */
async function watchDrawing(page: Page): Promise<() => Promise<{ title: string; isWhole: boolean }[]>> {
  await page.evaluate((selector) => {
    const drawn: { title: string; isWhole: boolean }[] = []
    Object.assign(window, { drawn })
    const note = () => {
      const title = document.querySelector('main h1')?.textContent
      if (title) drawn.push({ title, isWhole: document.querySelector(`main ${selector}`) === null })
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  }, undrawn)
  return () => page.evaluate(() => (window as unknown as { drawn: { title: string; isWhole: boolean }[] }).drawn)
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
  const drawn = await watchDrawing(page)
  await page.getByRole('navigation').getByRole('link', { name: tab }).tap()
  await page.getByRole('link', { name: last }).waitFor()
  await expect.poll(async () => (await drawn()).at(-1)).toEqual({ title: tab, isWhole: true })
  expect((await drawn()).find((it) => it.title === tab)).toEqual({ title: tab, isWhole: false })
})

test('going back to where a page was scrolled draws all of it at once, so that it does not jump', async () => {
  const page = await openHome()
  const more = page.getByRole('link', { name: 'More', exact: true })
  await more.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(300)
  // A tap would scroll it out from behind the tab bar first.
  await more.evaluate((it: HTMLElement) => it.click())
  await page.waitForFunction((path) => location.hash !== `#${path}` && scrollY === 0, homePath)
  const drawn = await watchDrawing(page)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  expect((await drawn()).filter((it) => it.title === 'Home')).not.toContainEqual({ title: 'Home', isWhole: false })
  expect(await page.evaluate(() => scrollY)).toBe(top)
})
