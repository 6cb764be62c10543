import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxBills, type Draw } from '#protocol/games.ts'
import { openPage } from '#src/ui/open-page.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

const textOf = (page: Page) => page.locator('body').innerText()
/** An amount of money, as the tests' language writes it. */
const amount = /\$\d/
const eye = (page: Page) => page.getByRole('button', { name: 'Hide amounts' })
const locked = (page: Page) => page.getByRole('heading', { name: 'Voltfolio is locked' })

async function type(page: Page, label: string, digits: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).click()
  await page.keyboard.type(digits, { delay: 20 })
}

async function lockWith(page: Page, pin: string, after: string): Promise<void> {
  await visit(page, '/pages/my/set')
  await page.getByRole('button', { name: /^App lock/ }).click()
  await type(page, 'New PIN', pin)
  await type(page, 'The PIN again', pin)
  await page.getByRole('radio', { name: after, exact: true }).check()
  await page.getByRole('button', { name: 'Turn on the lock' }).click()
  await page.getByRole('button', { name: /^App lock/ }).waitFor()
}

/** The app as it is after a while in the background. */
const leave = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    const name = Object.keys(localStorage).find((it) => it.startsWith('voltfolio-lock-'))!
    const lock = JSON.parse(localStorage.getItem(name)!)
    localStorage.setItem(name, JSON.stringify({ ...lock, seenAt: lock.seenAt - ms }))
    document.dispatchEvent(new Event('visibilitychange'))
  }, minutes * 60_000)

/** Whether closing a tab that nobody looks at counts as having seen the app. */
const seenByClosingHidden = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((it) => it.startsWith('voltfolio-lock-'))!
    const before = JSON.stringify({ ...JSON.parse(localStorage.getItem(name)!), seenAt: Date.now() - 60_000 })
    localStorage.setItem(name, before)
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    window.dispatchEvent(new Event('pagehide'))
    Reflect.deleteProperty(document, 'visibilityState')
    return localStorage.getItem(name) !== before
  })

test('the eye hides every amount on Home and My, and no frame of the next start shows one', async () => {
  const page = await app.openAsDemo()
  const earned = page.getByText('Earned today').locator('..')
  await earned.getByText(amount).waitFor()
  await eye(page).click()
  await earned.getByText('amount hidden').waitFor()
  expect(await eye(page).getAttribute('aria-pressed')).toBe('true')
  expect(await earned.innerText()).not.toMatch(amount)
  // Prices are nobody's own.
  expect(await textOf(page)).toMatch(amount)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const text = [...document.querySelectorAll('p')].find((it) => it.textContent?.startsWith('Earned today'))
      if (text) seen.push(text.textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.reload()
  await earned.getByText('amount hidden').waitFor()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((it) => /\d/.test(it))).toEqual([])
  await visit(page, '/pages/index/my')
  await page.getByRole('link', { name: /^Income amount hidden/ }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(amount)
  expect(await axeFaults(page)).toEqual([])
  await eye(page).click()
  await page.getByRole('link', { name: /^Income \$/ }).waitFor()
})

test('the eye hides money that was won, on its button too; the odds stay', async () => {
  const api = await memberApi(app.server.origin)
  for (let drawn = await api.draw(); drawn.prize === null;) drawn = await api.draw()
  const inMoney = ({ items }: { items: Draw[] }) => {
    for (const { prize } of items)
      if (prize) Object.assign(prize, { name: '$5.00', reward: { of: 'money', amount: 500, currency: 'USD' } })
  }
  const page = await app.openAsDemo({ before: (it) => changeAnswers(it, boxBills, inMoney) })
  const shown = page.locator(openPage)
  await visit(page, '/subPages/box/giftList')
  await shown.getByRole('button', { name: 'Claim $5.00' }).first().waitFor()
  await visit(page, '/pages/index/my')
  await eye(page).click()
  await visit(page, '/subPages/box/giftList')
  await shown.getByRole('button', { name: 'Claim amount hidden' }).first().waitFor()
  expect(await shown.innerText()).not.toMatch(amount)
  await visit(page, '/subPages/box/index')
  await shown.getByRole('list', { name: 'Odds' }).getByText(amount).first().waitFor()
  await visit(page, '/pages/index/my')
  await eye(page).click()
})

test('a PIN locks after the minutes chosen, over a reload without a network, and opens all tabs', async () => {
  const page = await app.openInstalled({ prefetches: false })
  await lockWith(page, '271828', 'After 5 minutes')
  await visit(page, '/pages/index/my')
  await page.getByRole('link', { name: /^Income \$/ }).waitFor()
  await leave(page, 4)
  expect(await locked(page).count()).toBe(0)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('link', { name: /^Income \$/ }).waitFor()
  expect(await seenByClosingHidden(other)).toBe(false)
  await leave(page, 6)
  await Promise.all([locked(page).waitFor(), locked(other).waitFor()])
  expect(await textOf(page)).not.toMatch(amount)
  expect(await axeFaults(page)).toEqual([])

  await page.context().setOffline(true)
  await page.goto(page.url().replace(/#.*/, '#/pages/my/historyList'))
  await page.reload()
  await locked(page).waitFor()
  expect(await textOf(page)).not.toMatch(amount)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#root') !== null)).toBe(false)

  await type(page, 'PIN', '000000')
  await page.getByText('Wrong PIN. Try again').waitFor()
  await type(page, 'PIN', '271828')
  await locked(page).waitFor({ state: 'detached' })
  await locked(other).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Wallet details' }).waitFor()
})

test('a wait after wrong PINs counts down on the screen, and is read out once', async () => {
  const page = await app.open({ route: '/pages/auth/login' })
  await signInAsDemo(page)
  await lockWith(page, '271828', 'After 5 minutes')
  await leave(page, 6)
  await locked(page).waitFor()
  for (const left of ['9 tries left', '8 tries left']) {
    await type(page, 'PIN', '000000')
    await page.getByRole('status').getByText(left).waitFor()
    // A try is counted before it is looked at; the next one can be typed after that.
    await page.locator('input[readonly]').first().waitFor({ state: 'detached' })
  }
  await type(page, 'PIN', '000000')
  const spoken = page.getByRole('status').getByText(/^Wrong PIN. Try again in \d+ seconds$/)
  await spoken.waitFor({ state: 'attached' })
  const words = await spoken.textContent()
  const left = async () => Number((await page.getByRole('timer').textContent())?.replace(':', ''))
  const before = await left()
  // Two steps, as the parts of the page don't count in the same moment.
  await expect.poll(left).toBeLessThan(before - 1)
  expect(await spoken.textContent()).toBe(words)
})

test("a lock that can't be loaded says so in place of the page, shows nothing of it, and leads to the next try", async () => {
  const page = await app.openAsDemo()
  await lockWith(page, '271828', 'After 5 minutes')
  await visit(page, '/pages/index/my')
  await page.getByRole('link', { name: /^Income \$/ }).waitFor()
  let isThere = false
  await page.route('**/assets/lock-host-*.js', (it) => (isThere ? it.continue() : it.abort()))
  const said = page.getByRole('alert').filter({ hasText: "Voltfolio is locked, and the lock couldn't be loaded" })
  await leave(page, 6)
  // This page has the chunk from the settings.
  await locked(page).waitFor()
  await page.reload({ waitUntil: 'commit' })
  // Until its style sheet has come, a new document is never painted, but reads as if all of it were seen.
  await page.locator(':root[data-covered="failed"]').waitFor()
  await said.waitFor()
  expect(await textOf(page)).not.toMatch(amount)
  expect(await page.getByRole('link').count()).toBe(1)
  expect(await axeFaults(page, { only: 'colours' })).toEqual([])

  // What brings the lock doesn't come either.
  await page.route('**/assets/services-*.js', (it) => (isThere ? it.continue() : new Promise<void>(() => {})))
  await page.reload({ waitUntil: 'commit' })
  const words = page.locator('.lock-missing')
  await expect.poll(() => words.evaluate((it) => it.getAnimations().length)).toBe(1)
  const isSeenAfter = (seconds: number) =>
    words.evaluate((it, at) => {
      for (const animation of it.getAnimations()) animation.currentTime = at
      return getComputedStyle(it).visibility
    }, seconds * 1000)
  expect(await isSeenAfter(19)).toBe('hidden')
  expect(await isSeenAfter(20.1)).toBe('visible')
  expect(await textOf(page)).not.toMatch(amount)

  isThere = true
  await said.getByRole('link', { name: 'try again' }).click()
  await locked(page).waitFor()
  expect(await said.count()).toBe(0)
  await type(page, 'PIN', '271828')
  await locked(page).waitFor({ state: 'detached' })
  await page.getByText('Earned today').waitFor()
})

test('a clock set back locks; logging out at the lock leads to the log-in page and removes it', async () => {
  const page = await app.open({ route: '/pages/auth/login' })
  await signInAsDemo(page)
  await lockWith(page, '271828', 'After 15 minutes')
  await leave(page, -60)
  await locked(page).waitFor()
  await page.getByRole('button', { name: /Log out$/ }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  // The page behind the lock is drawn first.
  await expect.poll(() => locked(page).count()).toBe(0)
  await signInAsDemo(page)
  await visit(page, '/pages/my/set')
  await page.getByRole('button', { name: 'App lock Off' }).waitFor()
})

test("the device's own verification opens the lock, and a refusal doesn't", async () => {
  const page = await app.open()
  // WebAuthn knows no keys for an address of numbers.
  await page.goto(page.url().replace('127.0.0.1', 'localhost').replace(/#.*/, '#/pages/auth/login'))
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInAsDemo(page)
  await visit(page, '/pages/my/set')
  await page.getByRole('button', { name: /^App lock/ }).click()
  await page.getByRole('radio', { name: /^This device/ }).check()
  await page.getByRole('button', { name: 'Turn on the lock' }).click()
  await page.getByRole('button', { name: /^App lock After/ }).waitFor()
  await leave(page, 6)
  await tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByText('did not confirm that it is you').waitFor()
  await tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await locked(page).waitFor({ state: 'detached' })
})
