import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { withdrawInfo } from '#protocol/wallet.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/browser.ts'
import { tokenFor } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'
import { moneyMember, type MoneyMember } from '#tests/support/money-member.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()
const digits = '480216'
let member: MoneyMember

beforeAll(async () => {
  member = await moneyMember(app.server.origin, digits)
})

const goTo = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

/** On `localhost`, because browsers give no passkeys to an IP address. */
async function openOnLocalhost(): Promise<Page> {
  const { page, context, complaints } = await openApp(
    app.browser,
    app.server.origin.replace('127.0.0.1', 'localhost'),
    {
      route: '/pages/auth/login',
      context: { serviceWorkers: 'block' },
    },
  )
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

/** The passkeys that the page has told the browser to offer no more; the browser doesn't hear of it. */
async function forgottenBy(page: Page): Promise<() => Promise<unknown[]>> {
  const told: unknown[] = []
  await page.exposeFunction('tellForgotten', (it: unknown) => void told.push(it))
  const listen = () => {
    const { tellForgotten } = globalThis as unknown as { tellForgotten: (it: unknown) => Promise<void> }
    Object.assign(PublicKeyCredential, { signalUnknownCredential: tellForgotten })
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => Promise.resolve(told)
}

test('a passkey is added, logs in without a password, and confirms a withdrawal', async () => {
  const page = await openOnLocalhost()
  const forgotten = await forgottenBy(page)
  await signInAsDemo(page)
  await goTo(page, '/pages/my/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a passkey' })
  await sheet.getByLabel('Your login password').fill('not-this-one')
  await sheet.getByRole('button', { name: 'Add a passkey' }).click()
  await sheet
    .getByRole('alert')
    .or(sheet.getByText(/incorrect|wrong/i))
    .first()
    .waitFor()
  await sheet.getByLabel('Your login password').fill(demoMember.password)
  await sheet.getByLabel('Name of this passkey').fill('Blue laptop')
  await sheet.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Your 6 digits' }).click()
  await page.keyboard.type(digits)
  await page.getByText('Blue laptop').waitFor()
  await page.getByRole('switch', { name: /^Confirm payments/ }).click()
  await page.getByRole('textbox', { name: 'Your 6 digits' }).click()
  await page.keyboard.type(digits)
  await expect.poll(() => page.getByRole('switch', { name: /^Confirm payments/ }).isChecked()).toBe(true)
  expect(await axeFaults(page)).toEqual([])

  await goTo(page, '/pages/my/set')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))

  const info = () => member.get<Answer<typeof withdrawInfo>>('g/goods/withdrawInfo')
  const { balance } = await info()
  await goTo(page, '/subPages/withdraw/index')
  await page.getByLabel('Amount', { exact: true }).fill('10')
  await page.getByText('$9.53').first().waitFor()
  await page.getByRole('button', { name: /^Withdraw(?! all)/ }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByRole('heading', { level: 1, name: 'Withdrawal', exact: true }).waitFor()
  expect((await info()).balance).toBe(balance - 1000)

  await goTo(page, '/pages/my/security')
  await page.getByRole('button', { name: 'Remove Blue laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('textbox', { name: 'Your 6 digits' }).click()
  await page.keyboard.type(digits)
  await page.getByText('Blue laptop').waitFor({ state: 'detached' })
  await expect.poll(forgotten).toHaveLength(1)

  // The browser of this test offers it all the same.
  await goTo(page, '/pages/my/set')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No account here has this passkey any more. Please log in with your password.').waitFor()
  const [removed, refused] = await forgotten()
  expect(removed).toMatchObject({ rpId: 'localhost', credentialId: expect.stringMatching(/^[\w-]{16,}$/) })
  expect(refused).toEqual(removed)
})

test('a passkey that is made and then not added is forgotten by the browser', async () => {
  const page = await openOnLocalhost()
  const forgotten = await forgottenBy(page)
  await signInAsDemo(page)
  await goTo(page, '/pages/my/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a passkey' })
  await sheet.getByLabel('Your login password').fill(demoMember.password)
  await sheet.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Your 6 digits' }).waitFor()
  expect(await forgotten()).toEqual([])
  await page.getByRole('dialog', { name: 'Transaction password' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(forgotten).toHaveLength(1)
})

test('another device is signed out from here, at once', async () => {
  const token = await tokenFor(app.server.origin, demoMember)
  const asks = () =>
    fetch(`${app.server.origin}/wx/user/info`, { headers: { authorization: `Bearer ${token}` } }).then(
      (it) => it.status,
    )
  expect(await asks()).toBe(200)
  const page = await app.open({ route: '/pages/auth/login' })
  await signInAsDemo(page)
  await goTo(page, '/pages/my/security')
  await page.getByText('This device', { exact: true }).waitFor()
  await page.getByText("This browser can't use passkeys at this address.").waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.context().setOffline(true)
  await page.getByText('You need a connection for this.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Log out everywhere else' }).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByText('All your other devices are logged out').waitFor()
  expect(await asks()).toBe(401)
  // Tests before this one have left devices too.
  await expect.poll(() => page.getByRole('button', { name: /^Log out there/ }).count()).toBe(0)
})
