import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { moving, type OpenOptions } from '#tests/support/browser.ts'
import { boxList } from '#protocol/games.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { checkNow } from '#tests/support/check-now.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'

const app = journey()
const gold = '/subPages/box/index'
const nineBoxes = '/subPages/box/index3'
const manyBoxes = '/subPages/box/index4'
const priceOfGold = 20

async function open(route: string, options: OpenOptions = {}): Promise<Page> {
  const page = await app.openAsDemo({ ...options, route })
  await page.getByRole('list', { name: 'Odds' }).waitFor()
  return page
}

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const playButton = (page: Page) => page.getByRole('button', { name: /^Play for/ })
const result = (page: Page) => page.getByRole('dialog')
// By its element: an open dialog hides everything else from the accessibility tree.
const goldCoins = async (page: Page) => Number(await page.locator('dd data').first().getAttribute('value'))

/** The newest draws of the demo member, by the server. */
const draws = async () => (await memberApi(app.server.origin)).draws()

const closeResult = async (page: Page) => {
  await result(page).getByRole('button', { name: 'Done' }).click()
  await result(page).waitFor({ state: 'detached' })
}

/** Draws until there is a prize. Each draw costs the price, so that the last balance tells of the last draw. */
async function playUntilWon(page: Page): Promise<number> {
  for (let tries = 0; tries < 12; tries++) {
    const before = await goldCoins(page)
    await playButton(page).click()
    await result(page).waitFor()
    if (
      await result(page)
        .getByRole('button', { name: /^Claim / })
        .isVisible()
    )
      return before
    await closeResult(page)
  }
  throw new Error('twelve draws without a prize')
}

test('odds before, a draw, its price, its prize received', async () => {
  const page = await open(gold)
  const odds = await page.getByRole('list', { name: 'Odds' }).getByText(/%$/).allTextContents()
  expect(odds.length).toBeGreaterThanOrEqual(8)
  expect(Math.round(odds.reduce((sum, it) => sum + Number.parseFloat(it), 0) * 1000)).toBe(100_000)
  const before = await playUntilWon(page)
  const [last] = await draws()
  await result(page)
    .getByText(last?.prize?.name ?? 'no prize', { exact: true })
    .first()
    .waitFor()
  await result(page).getByRole('link', { name: 'Check this draw' }).waitFor()
  expect(await goldCoins(page)).toBe(before - priceOfGold)
  await result(page)
    .getByRole('button', { name: /^Claim / })
    .click()
  await result(page).getByText('Claimed', { exact: true }).waitFor()
  await closeResult(page)
})

test('a lost answer is asked for, and the same result shown once', async () => {
  const page = await open(gold)
  const before = (await draws()).map((it) => it.id)
  await page.route('**/wx/lottery/open', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.route('**/wx/commands/settle', (route) => route.abort())
  await playButton(page).click()
  await page.getByText(/^We don't know yet if it went through/).waitFor()
  expect(await playButton(page).isDisabled()).toBe(true)
  await page.unroute('**/wx/lottery/open')
  await page.unroute('**/wx/commands/settle')
  await checkNow(page)
  await result(page).waitFor()
  const made = (await draws()).filter((it) => !before.includes(it.id))
  expect(made).toHaveLength(1)
  const words = made[0]?.prize?.name ?? 'Nothing this time'
  await result(page).getByText(words, { exact: true }).first().waitFor()
})

test('who leaves while it runs sees the result on coming back', async () => {
  const page = await open(gold, { context: moving })
  const answered = page.waitForResponse('**/wx/lottery/open')
  await playButton(page).click()
  await answered
  await visit(page, '/pages/my/checkIn')
  await page.getByRole('heading', { level: 1, name: 'Check-in' }).waitFor()
  expect(await result(page).isVisible()).toBe(false)
  await visit(page, gold)
  await result(page).waitFor()
  await closeResult(page)
  await visit(page, '/pages/my/checkIn')
  await page.getByRole('heading', { level: 1, name: 'Check-in' }).waitFor()
  await visit(page, gold)
  await playButton(page).waitFor()
  expect(await result(page).isVisible()).toBe(false)
})

test('by keyboard alone: a box is chosen, opened, and the focus returns', async () => {
  const page = await open(nineBoxes)
  await page.getByRole('radio', { name: 'Box 5' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: 'Box 6' }).isChecked()).toBe(true)
  await playButton(page).focus()
  await page.keyboard.press('Enter')
  await result(page).waitFor()
  await page.keyboard.press('Escape')
  await result(page).waitFor({ state: 'detached' })
  expect(await playButton(page).evaluate((it) => it === document.activeElement)).toBe(true)
})

test('the balls and their glass are drawn in forced colours too', async () => {
  const page = await open('/subPages/box/index2', { context: { forcedColors: 'active' } })
  const colours = await page
    .locator('main [aria-hidden] .aspect-square, main [aria-hidden] .aspect-square > div')
    .evaluateAll((parts) => parts.map((it) => getComputedStyle(it).backgroundColor))
  const canvas = await page.locator('html').evaluate((it) => getComputedStyle(it).backgroundColor)
  expect(colours.length).toBeGreaterThan(5)
  expect(colours).not.toContain(canvas)
})

test('nothing moves where the system asks for less movement', async () => {
  const page = await open(gold, { context: { reducedMotion: 'reduce' } })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/wx/lottery/open', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await playButton(page).click()
  await page.locator('button[aria-busy]').first().waitFor()
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter((it) => !(it instanceof CSSAnimation) && !(it instanceof CSSTransition)).length,
    )
  expect(await moving()).toBe(0)
  goOn()
  await result(page).waitFor()
  expect(await moving()).toBe(0)
})

test('odds that are no longer so: nothing is charged, and the member is told', async () => {
  const page = await open(gold)
  const before = await goldCoins(page)
  await page.route('**/wx/lottery/open', (route) =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), odds: '0:0' }) }),
  )
  await playButton(page).click()
  await page.getByText("You weren't charged and nothing was drawn.").waitFor()
  await page.unroute('**/wx/lottery/open')
  expect(await goldCoins(page)).toBe(before)
  await playButton(page).click()
  await result(page).waitFor()
  expect(await goldCoins(page)).toBe(before - priceOfGold)
})

test('several boxes at once, with the guarantee said', async () => {
  const page = await open(manyBoxes)
  await page.getByText(/^At least one in every \d+ draws wins/).waitFor()
  await page.getByRole('button', { name: 'One fewer' }).click()
  await playButton(page).click()
  await result(page).waitFor()
  expect(await result(page).getByRole('link', { name: 'Check this draw' }).count()).toBe(2)
})

test('of two games of one kind each has its own last draw and its own rejection', async () => {
  const page = await app.openAsDemo()
  await changeAnswers(page, boxList, (answer) => {
    const [first] = answer.items
    if (first?.kind === 'second box') answer.items = [first, { ...first, id: 'the-other', name: 'The other' }]
  })
  await visit(page, manyBoxes)
  await page.getByRole('list', { name: 'Odds' }).waitFor()
  const [mine, other] = [page.getByRole('radio').first(), page.getByRole('radio', { name: 'The other' })]
  const words = page.getByRole('main').locator('section p[role=status]').first()
  await playButton(page).click()
  await result(page).waitFor()
  await closeResult(page)
  await expect.poll(() => words.textContent()).not.toBe('')
  await mine.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => words.textContent()).toBe('')
  expect(await other.evaluate((it) => it === document.activeElement), 'the focus stays on the choice').toBe(true)
  // The server doesn't know this one.
  await playButton(page).click()
  await page.getByText("You weren't charged and nothing was drawn.").waitFor()
  await other.focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByText("You weren't charged and nothing was drawn.").waitFor({ state: 'detached' })
  await expect.poll(() => words.textContent()).not.toBe('')
  expect(await result(page).isVisible()).toBe(false)
})

test('the seed is shown on demand, and a new one is in use', async () => {
  const page = await open(gold)
  await playButton(page).click()
  await result(page).waitFor()
  await closeResult(page)
  await page.getByText('How we keep this fair').click()
  const seedHash = await page.locator('dd bdi').first().textContent()
  await page.getByLabel('Your part of the seed').fill('my own words')
  await page.getByRole('button', { name: 'Reveal the seed now' }).click()
  await page.getByText(/^The seed with the hash/).waitFor()
  await expect.poll(() => page.locator('dd bdi').first().textContent()).not.toBe(seedHash)
  await page.reload()
  await page.getByText('How we keep this fair').click()
  expect(await page.getByLabel('Your part of the seed').inputValue()).toBe('my own words')
})

test('without a network the odds stay, and the button says what it needs', async () => {
  const page = await open(gold, { context: moving })
  await page.context().setOffline(true)
  await page.getByText('You need a connection to play, because the server makes the draw.').waitFor()
  expect(await playButton(page).isDisabled()).toBe(true)
  await page.getByRole('list', { name: 'Odds' }).getByText(/%$/).first().waitFor()
  await page.context().setOffline(false)
})

test('own limits: tighter at once, looser from tomorrow, a pause to its end', async () => {
  const page = await open(gold)
  await page.getByRole('button', { name: 'Your limits and sound' }).click()
  await result(page).getByRole('switch', { name: 'Limit my draws per day' }).check()
  await result(page).getByRole('textbox', { name: 'Draws per day, all games' }).fill('0')
  await result(page).getByRole('button', { name: 'Save limit' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(
    await result(page)
      .getByText(/^Saved/)
      .count(),
    'nothing says so for long',
  ).toBe(0)
  await result(page).getByRole('switch', { name: 'Limit my draws per day' }).uncheck()
  await result(page).getByRole('button', { name: 'Save limit' }).click()
  await result(page)
    .getByText(/^From /)
    .waitFor()
  await result(page).getByRole('button', { name: 'Pause all games for 24 hours' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause for 24 hours' }).click()
  await result(page).getByText('Paused until').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^You have paused all games until/).waitFor()
  expect(await playButton(page).isDisabled()).toBe(true)
})
