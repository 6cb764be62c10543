import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '#src/ui/open-page.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi, type MemberApi } from '#tests/support/member-api.ts'
import { storedCommands } from '#tests/support/stored.ts'

const app = journey()
let page: Page
let server: MemberApi

beforeEach(async () => {
  // A test that failed while its server was gone leaves it so.
  await fetch(`${app.server.origin}/healthz`).catch(() => app.server.start())
  server = await memberApi(app.server.origin)
  page = await app.openInstalled()
})

const go = (route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
/** Text in the page itself, not in a toast, which is gone after two seconds. */
const textInMain = (text: string | RegExp) => page.getByRole('main').getByText(text)

async function visit(route: string, title: string) {
  await go(route)
  await heading(title).waitFor()
}

/** Reloads the document from the service worker, as a new tab would. */
async function reload(title: string) {
  await page.reload()
  await heading(title).waitFor()
}

test('an unsent command can be cancelled in the queue, and never reaches the server', async () => {
  const before = await server.checkIns()
  await visit('/pages/my/checkIn', 'Daily check-in')
  await button(/^Check in for/).waitFor()
  // Another tab holds the outbox's lock, so that this one sends nothing.
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        const member: { memberId: string } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as {
          memberId: string
        }
        void navigator.locks.request(`voltfolio-outbox-${member.memberId}`, { steal: true }, () => {
          held()
          return new Promise(() => {})
        })
      }),
  )
  await button(/^Check in for/).click()
  await textInMain(/It counts for today/).waitFor()

  await visit('/pages/my/queue', 'Waiting to be sent')
  await textInMain("It's sent when its turn comes.").waitFor()
  await button('Undo').click()
  await textInMain('You took it back before it was sent.').waitFor()
  await visit('/pages/my/checkIn', 'Daily check-in')
  await button(/^Check in for/).waitFor()
  expect(await server.checkIns()).toEqual(before)
})

test('a check-in with the server gone is saved, survives a reload, and counts once when it is back', async () => {
  await visit('/pages/my/checkIn', 'Daily check-in')
  await button(/^Check in for/).waitFor()
  const before = await server.checkIns()
  await app.server.kill()

  await button(/^Check in for/).click()
  await textInMain(/It counts for today/).waitFor()
  await page.getByText('A dashed day is saved on this device').waitFor()

  await reload('Daily check-in')
  await textInMain(/It counts for today/).waitFor()
  expect(await button(/^Check in for/).count()).toBe(0)

  // My says so too, and no longer once it is the next day: then another one is due.
  await visit('/pages/index/my', 'My')
  const entry = page.locator(openPage).getByRole('link', { name: /^Daily check-in/ })
  await entry.getByText('Saved').waitFor()
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 24 * 60 * 60_000
  })
  await visit('/pages/index/productList', 'Home')
  await visit('/pages/index/my', 'My')
  await entry.getByText('Saved').waitFor({ state: 'detached' })
  await page.reload()
  await visit('/pages/my/checkIn', 'Daily check-in')

  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await textInMain('Checked in today').waitFor()
  await page.getByText(/gold coins are yours/).waitFor()
  server = await memberApi(app.server.origin)
  expect((await server.checkIns()).length).toBe(before.length + 1)
})

test('push choices made with the server gone survive a reload, and are on the server once it is back', async () => {
  await visit('/pages/my/set', 'Settings')
  const orders = page.getByRole('switch', { name: /^Orders and machines/ })
  const quiet = page.getByRole('switch', { name: /^Quiet hours/ })
  await orders.waitFor()
  await app.server.kill()
  // A switch turns when its command is stored, which a busy machine may take longer for than `uncheck` looks.
  await orders.click()
  await expect.poll(() => orders.isChecked()).toBe(false)
  await quiet.click()
  await expect.poll(() => quiet.isChecked()).toBe(true)
  await page.getByLabel('Quiet from').fill('21:30')
  await page.getByLabel('Quiet until').focus()
  await textInMain(/Saved on this device|Will retry|Sending|Checking/).waitFor()
  // The line may be that of the switches: the time is a command of its own.
  await expect.poll(async () => JSON.stringify((await storedCommands(page)).at(-1)?.args)).toContain('21:30')
  await reload('Settings')
  await page.getByLabel('Quiet from').waitFor()
  expect([await orders.isChecked(), await page.getByLabel('Quiet from').inputValue()]).toEqual([false, '21:30'])

  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await textInMain(/Saved on this device|Will retry|Sending|Checking/).waitFor({ state: 'hidden' })
  server = await memberApi(app.server.origin)
  expect(await server.pushChoice()).toMatchObject({
    categories: { income: true, wallet: true, products: false },
    quiet: { isOn: true, from: '21:30', until: '07:00' },
  })
})

test('a full disk is told, and the command is sent at once on request', async () => {
  const { pendingIncome } = await server.balances()
  await visit('/subPages/product/myProduct', 'My products')
  // Two units of one machine are one row, which opens. What still earns is listed before them.
  await page.getByRole('radio', { name: 'Ended' }).click()
  await page.getByRole('button', { name: /Kurir Van Week/ }).click()
  await page
    .getByRole('link', { name: /Kurir Van Week/ })
    .first()
    .click()
  await button(/^Claim \$/).waitFor()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await button(/^Claim \$/).click()
  await page.getByText('Not saved: this device is out of space.').waitFor()
  await button('Send now').click()
  await page.getByText('Sent', { exact: true }).waitFor()
  await button(/^Claim \$/).waitFor({ state: 'hidden' })
  expect((await server.balances()).pendingIncome).toBeLessThan(pendingIncome)
})

test('a claim with the server gone leaves the balance alone until it is confirmed, and is paid once', async () => {
  const { income, pendingIncome } = await server.balances()
  expect(pendingIncome).toBeGreaterThan(0)
  await visit('/pages/index/my', 'My')
  await button(/^Claim \$/).waitFor()
  const growth = await page.locator('a[href$="/pages/my/equity"]').first().textContent()
  await app.server.kill()

  await button(/^Claim \$/).click()
  await textInMain(/Saved on this device|Will retry|Sending/)
    .first()
    .waitFor()
  await reload('My')
  await textInMain(/Saved on this device|Will retry|Sending/)
    .first()
    .waitFor()
  const shown = await page
    .getByRole('link', { name: /^Income/ })
    .locator('data')
    .getAttribute('value')
  expect(Number(shown)).toBe(income)

  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const paid = page.getByRole('link', { name: /^Income/ }).locator(`data[value="${income + pendingIncome}"]`)
  await paid.waitFor()
  // A claim raises the member's growth points.
  await page.waitForFunction(
    (was) => document.querySelector('a[href$="/pages/my/equity"]')?.textContent !== was,
    growth,
  )
  await textInMain(/\$\d+\.\d\d claimed/).waitFor()
  server = await memberApi(app.server.origin)
  expect(await server.balances()).toMatchObject({ income: income + pendingIncome, pendingIncome: 0 })
})

test('logging out suspends unsent commands, and signing in again as the same member sends them', async () => {
  const unread = await server.unread()
  expect(unread).toBeGreaterThan(0)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('mallNotice/readAll')) sent.push('request')
  })
  await visit('/subPages/message/list', 'Messages')
  await button('Mark all read').waitFor()
  await app.server.kill()
  await button('Mark all read').click()
  await textInMain('All read').waitFor()

  await visit('/pages/my/set', 'Settings')
  await button('Log out').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText("1 saved action hasn't been sent yet").waitFor()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await heading('Log in').waitFor()

  await app.server.start()
  server = await memberApi(app.server.origin)
  sent.push('server back')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await button('Use the demo member').click()
  await page.getByRole('checkbox').check()
  sent.push('signing in')
  await button('Log in').click()

  await visit('/subPages/message/list', 'Messages')
  await expect.poll(() => server.unread(), { timeout: 20_000 }).toBe(0)
  expect(sent.slice(sent.indexOf('server back'))).toEqual(['server back', 'signing in', 'request'])
})

test('without a network parts of one age share one stamp', async () => {
  await visit('/pages/index/my', 'My')
  await page.getByRole('link', { name: /^Income \$/ }).waitFor()
  await page.context().setOffline(true)
  const stamps = textInMain(/^As of /)
  await stamps.first().waitFor()
  const words = await stamps.allTextContents()
  expect(words).toEqual([...new Set(words)])
})

test('a language chosen without a network is that of the saved texts once there is one, after a restart too', async () => {
  const indonesian: string[] = []
  page.on('request', (it) => {
    if (it.headers()['x-language'] === 'id') indonesian.push(it.url() + (it.postData() ?? ''))
  })
  await visit('/pages/my/set', 'Settings')
  await page.context().setOffline(true)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('id')
  await page.getByText('Tanpa koneksi, nama dan deskripsi mesin').waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Pengaturan' }).waitFor()
  indonesian.length = 0
  await page.context().setOffline(false)
  // The offer list, which is not on this page.
  await expect.poll(() => indonesian.some((it) => it.includes('vehicle'))).toBe(true)
  // What was chosen last counts, whichever arrives first.
  await server.speak('en')
})

test('what needs a connection says so before it is tried: passwords, a top-up, updates, logging in', async () => {
  const needs = () => textInMain('You need a connection for this.').waitFor()
  await visit('/pages/pay/ustd', 'Top up')
  await button(/^Top up/).waitFor()
  await page.context().setOffline(true)
  // An answer that was on its way when the connection went counts as a connection.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      return textInMain('You need a connection to start a top-up').isVisible()
    })
    .toBe(true)
  expect(await button(/^Top up/).isDisabled()).toBe(true)
  await visit('/pages/my/update', 'App update')
  await textInMain('Go online to check for a newer version.').waitFor()
  expect(await textInMain('You have the latest version.').count()).toBe(0)
  expect(await button('Check for updates').isDisabled()).toBe(true)
  await visit('/pages/auth/changePassword', 'Change password')
  await needs()
  expect(await button('Change password').isDisabled()).toBe(true)
  await page.getByRole('radio', { name: 'Code by text message' }).check()
  await needs()
  expect(await button('Set new password').isDisabled()).toBe(true)

  await visit('/pages/my/set', 'Settings')
  await button('Log out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await heading('Log in').waitFor()
  await needs()
  expect(await button('Log in').isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading('Register').waitFor()
  await needs()
  expect(await button('Register').isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await expect.poll(() => button('Register').isEnabled()).toBe(true)
})
