import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { moving } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'

// What lies over what, as somebody sees it (specification 9): the line about the network over popups, the loading bar
// over the bars of every page.
const app = journey({}, moving)

async function openMember(route: string, heading: string, size: 'phone' | 'wide' = 'phone'): Promise<Page> {
  const page = await app.openAsDemo({ route, size })
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  return page
}

const offlineLine = (page: Page) => page.locator('[role=status] a').filter({ hasText: 'Offline: you see what' })

/** Whether an element is there and drawn as it is alone: hiding everything else changes none of its pixels. */
async function isOnTop(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  if (!box) return false
  // A bar that moves is looked at in one moment.
  const picture = () => page.screenshot({ clip: box, animations: 'disabled', scale: 'css' })
  const before = await picture()
  // A sheet of its own: the policy forbids inline styles.
  const rules = await element.evaluateHandle((it) => {
    it.setAttribute('data-looked-at', '')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      :not([data-looked-at], [data-looked-at] *) { visibility: hidden !important }
      [data-looked-at], [data-looked-at] * { visibility: visible !important }
    `)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  const alone = await picture()
  await rules.evaluate((sheet) => sheet.replaceSync(''))
  return before.equals(alone)
}

const settled = (popup: Locator) =>
  popup.evaluate((it) => Promise.all(it.getAnimations({ subtree: true }).map((animation) => animation.finished)))

test.each(['phone', 'wide'] as const)('the offline line stands over a dialog and its mask, %s', async (size) => {
  const page = await openMember('/pages/my/set', 'Settings', size)
  await page.getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await page.context().setOffline(true)
  await offlineLine(page).waitFor()
  await settled(dialog)
  await expect.poll(() => isOnTop(page, offlineLine(page))).toBe(true)
  // It is told aloud as well, although a popup hides the rest of the page from screen readers.
  expect(await offlineLine(page).evaluate((it) => it.closest('[aria-hidden=true]'))).toBeNull()
})

test.each(['phone', 'wide'] as const)(
  'the offline line covers nothing of a sheet, and leaves it open, %s',
  async (size) => {
    const page = await openMember('/pages/my/historyList?wallet=income', 'Wallet details', size)
    await page.getByRole('button', { name: 'Statement' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await page.context().setOffline(true)
    await offlineLine(page).waitFor()
    await settled(sheet)
    expect(await isOnTop(page, offlineLine(page))).toBe(true)
    const line = (await offlineLine(page).boundingBox())!
    expect(line.y + line.height).toBe(page.viewportSize()!.height)
    const lowest = await sheet
      .getByRole('button')
      .evaluateAll((all) => Math.max(...all.map((it) => it.getBoundingClientRect().bottom)))
    expect(lowest).toBeLessThanOrEqual(line.y)
    // A tap on it would leave what is being done in the sheet.
    await page.mouse.click(line.x + line.width - 8, line.y + line.height / 2)
    expect(await page.evaluate(() => location.hash)).toContain('historyList')
  },
)

test("the loading bar stands over the page's own bar, and over popups", async () => {
  const held = Promise.withResolvers<void>()
  const page = await openMember('/pages/index/my', 'My')
  await page.route('**/wx/capital/streamList*', async (it) => {
    await held.promise
    await it.continue()
  })
  await page.evaluate(() => {
    location.hash = '/pages/my/historyList?wallet=income'
  })
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await bar.waitFor()
  // Without the demonstration's ribbon the page's own bar is at the top.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-shell] > header')!.style.display = 'none'
  })
  await page.waitForFunction(() => document.querySelector('main header')?.getBoundingClientRect().top === 0)
  // On a slow machine it may be there for a call of the page before, and gone for a moment.
  await expect.poll(() => isOnTop(page, bar)).toBe(true)
  await page.getByRole('button', { name: 'Download statement' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await settled(sheet)
  expect(await isOnTop(page, bar)).toBe(true)
  held.resolve()
  await bar.waitFor({ state: 'hidden' })
})

test("the demonstration's ribbon keeps its layer, and the rail begins below it", async () => {
  const page = await openMember('/pages/my/set', 'Settings', 'wide')
  const ribbon = page.locator('[data-shell] > header')
  expect(await ribbon.evaluate((it) => it.contains(document.elementFromPoint(8, 8)))).toBe(true)
  expect(await ribbon.evaluate((it) => getComputedStyle(it).zIndex)).toBe('975')
  const { y, height } = (await ribbon.boundingBox())!
  const rail = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
  expect([rail.y, rail.y + rail.height]).toEqual([y + height, page.viewportSize()!.height])
})
