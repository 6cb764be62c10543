import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { register } from '#tests/support/newcomer.ts'

// What the settings promise beyond the page they are on.
const app = journey()

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

const openMember = (route: string) => app.openAsDemo({ route })

test('an update that fails is said in a dialog, which can try again', async () => {
  const page = await app.openInstalled({ prefetches: false })
  await visit(page, '/pages/my/update')
  await page.getByText('You have the latest version.').waitFor()
  // Playwright's offline doesn't reach the browser's own request for the worker's file.
  await page.evaluate(() => {
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = () => {
      ServiceWorkerRegistration.prototype.update = update
      return Promise.reject(new TypeError('no network'))
    }
  })
  await page.getByRole('button', { name: 'Check for updates' }).click()
  const dialog = page.getByRole('alertdialog', { name: "The app wasn't updated" })
  await dialog.getByText('The one on this device keeps working').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Check for updates' }).waitFor()
})

test('a check that fails as the page opens is said, and the next one says what it found', async () => {
  const page = await app.openInstalled({ prefetches: false })
  await page.evaluate(() => {
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = () => Promise.reject(new TypeError('no network'))
    Object.assign(window, { mend: () => Object.assign(ServiceWorkerRegistration.prototype, { update }) })
  })
  await page.evaluate(() => {
    location.hash = '/pages/my/update'
  })
  await page.getByText("The app couldn't check for a newer version.").waitFor()
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend())
  await page.getByRole('button', { name: 'Check for updates' }).click()
  await page.getByText('You have the latest version.').waitFor()
})

test('a browser without service workers gets a newer version by a reload', async () => {
  const page = await app.openAsDemo()
  await page.route(/\/wx\/common\/appversion/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/"version":"[\d.]+"/, '"version":"9.0.0"') })
  })
  await visit(page, '/pages/my/update')
  await page.getByText("There's a newer version. Reload the app to get it.").waitFor()
  expect(await page.getByText('downloading').count()).toBe(0)
  await page.evaluate(() => {
    document.documentElement.dataset['before'] = ''
  })
  await page.getByRole('button', { name: 'Reload the app' }).click()
  await page.waitForFunction(() => document.documentElement.dataset['before'] === undefined)
  await page.getByText("There's a newer version. Reload the app to get it.").waitFor()
})

test('clearing what is saved is said before the app restarts', async () => {
  const page = await openMember('/pages/my/offline')
  await page.evaluate(() => {
    document.documentElement.dataset['before'] = ''
  })
  await page.getByRole('button', { name: 'Clear saved pages' }).click()
  await page.getByRole('button', { name: 'Clear and restart' }).click()
  await page.getByRole('alertdialog', { name: 'Cache cleared' }).getByText('The app restarts.').waitFor()
  await page.waitForFunction(() => document.documentElement.dataset['before'] === undefined)
  await page.getByRole('heading', { level: 1, name: 'Offline and storage' }).waitFor()
})

test("colours chosen on one device are those of the member's other device, a later choice too", async () => {
  const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'device')
  const hueOf = (page: Page) => page.evaluate(() => document.documentElement.style.getPropertyValue('--hue'))
  const phone = await openMember('/pages/my/set')
  const isTold = phone.waitForResponse(
    (it) => it.url().includes('user/update/info') && it.request().postData()?.includes('"green"') === true,
  )
  await phone.getByRole('radio', { name: 'Dark', exact: true }).click()
  await phone.getByRole('radio', { name: 'Green', exact: true }).click()
  await isTold
  const tablet = await openMember('/pages/index/my')
  await expect.poll(() => themeOf(tablet), { timeout: 20_000 }).toBe('dark')
  expect(await hueOf(tablet)).toBe(await hueOf(phone))
  // A choice of its own is not taken back by what the server said before.
  await visit(tablet, '/pages/my/set')
  await tablet.getByRole('radio', { name: 'Light', exact: true }).click()
  await visit(tablet, '/pages/index/my')
  await tablet.getByRole('link', { name: 'Orders', exact: true }).waitFor()
  expect(await themeOf(tablet)).toBe('light')
})

test('language and country follow the member to another device, and a choice made there stays', async () => {
  const choose = (page: Page, label: string, value: string, word = value) =>
    Promise.all([
      page.waitForResponse(
        (it) => it.url().includes('user/update/info') && it.request().postData()?.includes(`"${word}"`) === true,
      ),
      page.getByLabel(label, { exact: true }).selectOption(value),
    ])
  const phone = await openMember('/pages/my/set')
  await choose(phone, 'Country', 'TH', 'th')
  await choose(phone, 'Language', 'ms')
  const tablet = await openMember('/pages/index/my')
  await tablet.waitForFunction(() => document.documentElement.lang === 'ms')
  await expect.poll(() => tablet.evaluate(() => localStorage.getItem('voltfolio-locale'))).toContain('"TH"')
  await visit(tablet, '/pages/my/set')
  await choose(tablet, 'Bahasa', 'en')
  // The other tests' country again.
  await choose(tablet, 'Country', 'ID', 'id')
  await visit(tablet, '/pages/index/my')
  await tablet.getByRole('link', { name: 'Orders', exact: true }).waitFor()
  expect(await tablet.evaluate(() => document.documentElement.lang)).toBe('en')
})

test('who has not chosen a language is offered that of the country; who has is not', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  const country = page.getByLabel('Country', { exact: true })
  await country.selectOption('MY')
  await page.getByText('Use the app in Bahasa Melayu?').waitFor()
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'ms')
  await page.getByLabel('Negara', { exact: true }).selectOption('TH')
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('voltfolio-locale') ?? '{}').country === 'TH')
  expect(await page.getByText('ไทย').filter({ visible: true }).count()).toBe(0)
})

test('the button to log out stays where it is while the rest of the settings come', async () => {
  const page = await openMember('/pages/index/my')
  await page.getByRole('link', { name: 'Orders', exact: true }).waitFor()
  const release = await holdAnswers(page, /\/wx\//)
  await visit(page, '/pages/my/set')
  const button = page.getByRole('button', { name: 'Log out', exact: true })
  await button.scrollIntoViewIfNeeded()
  const place = () => button.evaluate((it) => it.getBoundingClientRect().top + document.scrollingElement!.scrollTop)
  const before = await place()
  release()
  await page.getByText('Time zone of its days').waitFor()
  await page.getByText('What we notify you about').waitFor()
  expect(Math.abs((await place()) - before)).toBeLessThan(1)
})

test('deleting an account names money that can not be withdrawn before it is given up', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  await register(page, app.server.origin)
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
  await visit(page, '/pages/my/set')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Login password').fill('a-good-one')
  await page.getByRole('checkbox', { name: 'I understand' }).check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  // A newcomer of the demonstration has 500.00 to try it with.
  await page.getByText(/^Your wallets hold .*500\.00 that can't be withdrawn/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Give up .*500\.00 and delete my account$/ }).click()
  await page.getByText('Your account was deleted').waitFor()
})
