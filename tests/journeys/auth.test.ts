import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sleep } from '#src/lib/sleep.ts'
import type { OpenOptions } from '#tests/support/browser.ts'
import { focusedName } from '#tests/support/focused-name.ts'
import { journey } from '#tests/support/journey.ts'
import { getCode, freshPhone, register } from '#tests/support/newcomer.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()
let page: Page

async function open(options: OpenOptions = {}) {
  page = await app.open(options)
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const logIn = () => page.getByRole('button', { name: 'Log in', exact: true })
const codeButton = () => page.getByRole('button', { name: 'Get code' })
const resend = () => page.getByRole('button', { name: /^Resend in \d+ s$/ })

test('a visitor registers from a product, is signed in by it and can buy', async () => {
  await open({ route: '/subPages/product/list?categoryId=scooters' })
  await page.getByRole('link', { name: /Kancil S1/ }).click()
  await heading('Kancil S1').waitFor()
  await page.getByRole('link', { name: 'Log in to buy' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await register(page, app.server.origin)
  await heading('Kancil S1').waitFor()
  await page.getByRole('link', { name: 'Buy', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Log in to buy' }).count()).toBe(0)
})

test('a file of the program that fails once leaves what was typed, and comes at the next press', async () => {
  await open({ route: '/pages/auth/register' })
  // What the form says by the server's settings moves no button any more.
  await page.getByText('In this demo').waitFor()
  const phone = freshPhone()
  await page.getByLabel('Phone number').fill(phone.e164)
  await page.getByLabel('Password', { exact: true }).fill('a-good-one')
  const proof = '**/assets/proof-*.js'
  const challenge = '**/wx/captcha?*'
  let loads = 0
  page.on('load', () => {
    loads++
  })
  // The challenge of the first press is asked for, and never answered: the next press doesn't wait for it.
  const asked = page.waitForRequest(challenge)
  await page.route(challenge, async (route) => {
    if (route.request() !== (await asked)) await route.continue()
  })
  await page.route(
    proof,
    async (route) => {
      await asked
      await route.abort()
    },
    { times: 1 },
  )
  await codeButton().click()
  await page.getByText("We can't reach the server right now. Try again in a moment.").waitFor()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a-good-one')
  await getCode(page, app.server.origin, phone.e164)
  expect(await page.getByLabel('Phone number').inputValue()).toBe(phone.national)
  expect(loads).toBe(0)
})

test('the log-in form says what is missing, each under its field, and takes the focus to the first', async () => {
  await open({ route: '/pages/auth/login' })
  await logIn().click()
  await expect.poll(() => focusedName(page)).toBe('Phone number')
  await page.getByText('Enter your phone number').waitFor()
  await page.getByText('Enter your password').waitFor()
  await page.getByText('Please agree to the terms before logging in').waitFor()
  await page.getByLabel('Phone number').fill('12')
  await page.getByText('Enter a valid phone number').waitFor()
  expect(await page.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Phone number').fill('+6281234567890')
  await logIn().click()
  await expect.poll(() => focusedName(page)).toBe('Password')

  await page.getByRole('link', { name: 'Forgot the password?' }).click()
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.poll(() => focusedName(page)).toBe('Phone number')
})

test('a text that has changed since it was shown: the form is busy until the new one is here, and takes the tick back', async () => {
  const sent: Record<string, unknown>[] = []
  const line = Promise.withResolvers<void>()
  let answered = 0
  await open({
    route: '/pages/auth/register',
    // Both texts are asked for in one request.
    before: (it) =>
      it.route('**/wx/reads', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { data: { data: { revision: number } }[] }
        if (answered > 0) {
          for (const { data } of body.data) data.revision += 1
          await line.promise
        }
        await route.fulfill({ response: answer, json: body })
        answered += 1
      }),
  })
  await expect.poll(() => answered).toBe(1)
  await page.route('**/wx/auth/registerByPhone', (route) => {
    sent.push(route.request().postDataJSON() as Record<string, unknown>)
    const errmsg = 'The text that you agree to has changed.'
    return route.fulfill({ headers: { 'x-voltfolio': '1' }, json: { errno: 1738, errmsg, data: null } })
  })
  await page.getByLabel('Phone number').fill('+6281234567890')
  await page.getByLabel('Verification code').fill('123456')
  await page.getByLabel('Password', { exact: true }).fill('a-good-one')
  await page.getByLabel('Repeat password').fill('a-good-one')
  await page.getByLabel('Invite code').fill('VOLTFOLIO')
  const tick = page.getByRole('checkbox')
  await tick.check()
  const button = page.getByRole('button', { name: 'Register' })
  await button.click()
  await expect.poll(() => sent).toHaveLength(1)
  await sleep(500)
  expect(await button.getAttribute('aria-busy')).toBe('true')
  expect(await page.getByText('The text that you agree to has changed.').count()).toBe(0)
  line.resolve()
  await page.getByText('The text that you agree to has changed.').waitFor()
  expect(await tick.isChecked()).toBe(false)
  await tick.check()
  await button.click()
  await expect.poll(() => sent).toHaveLength(2)
  const revisions = sent.map((it) => (it['agreedTexts'] as { revision: number }[]).map(({ revision }) => revision))
  expect(revisions[0]).toHaveLength(2)
  expect(revisions[1]).toEqual(revisions[0]?.map((it) => it + 1))
})

test('the registration form takes the code of an invitation, and says what is wrong', async () => {
  await open({ route: '/pages/auth/register?code=abcd2345' })
  await heading('Register').waitFor()
  expect(await page.getByLabel('Invite code').inputValue()).toBe('ABCD2345')
  await page.getByText('In this demo, VOLTFOLIO works.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Repeat password').fill('other-one')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Use at least 10 characters').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Phone number')
  await page.getByLabel('Phone number').fill('+6281234567890')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => focusedName(page)).toBe('Verification code')
  await page.getByLabel('Password', { exact: true }).fill('long-enough')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText("The two passwords don't match").waitFor()
  await page.getByText('Please agree to the terms before registering').waitFor()
})

test('a rejection by the server is told at its field: an unknown invite code, a taken phone', async () => {
  const phone = freshPhone()
  await open({ route: '/pages/auth/register' })
  await page.getByLabel('Phone number').fill(phone.e164)
  await page.getByLabel('Verification code').fill(await getCode(page, app.server.origin, phone.e164))
  await page.getByLabel('Password', { exact: true }).fill('a-good-one')
  await page.getByLabel('Repeat password').fill('a-good-one')
  await page.getByLabel('Invite code').fill('NOBODYS1')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText("This invite code doesn't exist.").waitFor()
  expect(await page.getByLabel('Invite code').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Invite code').fill('VOLTFOLIO')
  // The browser's country, which nobody has touched.
  expect(await page.getByRole('combobox', { name: 'Country', exact: true }).inputValue()).toBe('US')
  const registering = page.waitForRequest((it) => it.url().includes('auth/registerByPhone'))
  await page.getByRole('button', { name: 'Register' }).click()
  expect((await registering).postDataJSON()).toMatchObject({ country: 'us' })
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')

  await fetch(`${app.server.origin}/test/advance?ms=61000`, { method: 'POST' })
  await open({ route: '/pages/auth/register' })
  await register(page, app.server.origin, { phone, skips: false })
  await page.getByText('An account with this phone already exists.').waitFor()
  expect(await page.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true')
})

test('a code can be asked for again only after the countdown of its phone', async () => {
  const phone = freshPhone().e164
  await open({ route: '/pages/auth/changePassword' })
  await page.getByLabel('Phone number').fill(phone)
  await codeButton().click()
  await page.getByText('Code sent').waitFor()
  expect(await resend().getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Phone number').fill(freshPhone().e164)
  await codeButton().waitFor()

  await page.evaluate(() => {
    location.hash = '/pages/auth/login'
  })
  await heading('Log in').waitFor()
  await page.goBack()
  await page.getByLabel('Phone number').fill(phone)
  await resend().waitFor()

  // Phones aren't stored: after a reload the server says how much is left.
  await page.reload()
  await page.getByLabel('Phone number').fill(phone)
  await codeButton().click()
  await resend().waitFor()
  expect(Number((await resend().textContent())?.replaceAll(/\D/g, ''))).toBeGreaterThan(10)
})

test('a wrong password is told at its field; after three the proof of work runs unseen', async () => {
  const phone = freshPhone()
  await open({ route: '/pages/auth/register' })
  await register(page, app.server.origin, { phone })
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')

  await open({ route: '/pages/auth/login' })
  await page.getByLabel('Phone number').fill(phone.e164)
  await page.getByRole('checkbox').check()
  for (const wrong of ['wrong-1', 'wrong-2', 'wrong-3']) {
    await page.getByLabel('Password', { exact: true }).fill(wrong)
    const refused = page.waitForResponse((it) => it.url().includes('auth/jwscLogin'))
    await logIn().click()
    await refused
    await page.getByText('Wrong phone number or password.').waitFor()
  }
  const solved = page.waitForRequest(
    (it) => it.url().includes('auth/jwscLogin') && it.postData()?.includes('"captcha"') === true,
  )
  await page.getByLabel('Password', { exact: true }).fill('a-good-one')
  await logIn().click()
  expect((await (await solved).response())?.status()).toBe(200)
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')
})

test('a password is changed by the old one, and then by a code', async () => {
  const phone = freshPhone()
  await open({ route: '/pages/auth/register' })
  await register(page, app.server.origin, { phone, password: 'the-first-one' })
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')

  await page.evaluate(() => {
    location.hash = '/pages/auth/changePassword'
  })
  await page.getByRole('textbox', { name: 'Old password' }).fill('not-this-one')
  await page.getByLabel('New password', { exact: true }).fill('second-one')
  await page.getByLabel('Repeat new password').fill('second-one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Wrong phone number or password.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Old password' }).getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('textbox', { name: 'Old password' }).fill('the-first-one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()

  await open({ route: '/pages/auth/changePassword' })
  await page.getByLabel('Phone number').fill(phone.e164)
  await page.getByLabel('Verification code').fill(await getCode(page, app.server.origin, phone.e164))
  await page.getByLabel('New password', { exact: true }).fill('third-of-them')
  await page.getByLabel('Repeat new password').fill('third-of-them')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')
  await page.getByText('Earned today').waitFor()
})

test('a member who sets a new password by a code stays on its page until that is done, and is led back', async () => {
  const phone = freshPhone()
  await open({ route: '/pages/auth/register' })
  await register(page, app.server.origin, { phone })
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')
  for (const route of ['/pages/my/set', '/pages/auth/changePassword']) {
    await page.evaluate((to) => {
      location.hash = to
    }, route)
    await page.waitForFunction((to) => location.hash === `#${to}`, route)
    await heading(route === '/pages/my/set' ? 'Settings' : 'Change password').waitFor()
  }
  // The token comes anew, which is no way in either.
  const renewed = page.waitForResponse('**/wx/auth/refresh')
  await page.reload()
  await renewed
  await page.getByRole('radio', { name: 'Code by text message' }).check()
  await page.getByLabel('Phone number').fill(phone.e164)
  await page.getByLabel('Verification code').fill(await getCode(page, app.server.origin, phone.e164))
  await page.getByLabel('New password', { exact: true }).fill('another-of-them')
  await page.getByLabel('Repeat new password').fill('another-of-them')
  const hashes = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const met: string[] = []
        addEventListener('popstate', () => met.push(location.hash))
        addEventListener('hashchange', () => met.push(location.hash))
        const done = setInterval(() => {
          if (location.hash === '#/pages/auth/changePassword') return
          clearInterval(done)
          setTimeout(() => resolve([...new Set([...met, location.hash])]), 500)
        }, 20)
      }),
  )
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Password changed.').waitFor()
  expect(await hashes).toEqual(['#/pages/my/set'])
  await heading('Settings').waitFor()
})

test('a visitor who follows a link to the transaction password logs in first', async () => {
  await open({ route: '/pages/auth/changePassword?of=transaction' })
  await heading('Log in').waitFor()
  await page.getByRole('button', { name: 'Use the demo member' }).click()
  await page.getByRole('checkbox').check()
  await logIn().click()
  await page.getByText('It confirms payments, withdrawals and changes to your cards.').waitFor()
})

test('the page of the transaction password has its title and the way back before its part has come', async () => {
  page = await app.openAsDemo({ route: '/pages/my/set' })
  await heading('Settings').waitFor()
  await page.route('**/assets/transaction-password-*.js', () => new Promise(() => {}))
  await page.evaluate(() => {
    location.hash = '/pages/auth/changePassword?of=transaction'
  })
  await heading('Transaction password').waitFor()
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await heading('Settings').waitFor()
})

test('logging in leads back to the page before it', async () => {
  await open({ route: '/pages/my/equity' })
  await heading('Log in').waitFor()
  await signInAsDemo(page)
  await heading('Member levels').waitFor()
  expect(await page.evaluate(() => location.hash)).toBe('#/pages/my/equity')
})

test('what the operator has switched off is still known when the network fails during sign-in', async () => {
  await open({ route: '/pages/auth/login' })
  await page.waitForFunction(() =>
    localStorage.getItem('voltfolio-boot-visitor')?.includes('sysconfig/getExamineStatus'),
  )
  await page.route('**/wx/sysconfig/getExamineStatus**', (it) => it.abort())
  await signInAsDemo(page)
  await page.evaluate(() => {
    location.hash = '/pages/index/my2'
  })
  await page.reload()
  // A start at a page of restricted mode leads home where the mode is off.
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')
})

test('the code of an invitation is there for whoever looks round before they register, and for nobody after', async () => {
  const phone = freshPhone()
  await open({ route: '/pages/auth/register?code=voltfolio' })
  await heading('Register').waitFor()
  await page.evaluate(() => {
    location.hash = '/subPages/product/list?categoryId=scooters'
  })
  await page.getByRole('link', { name: /Kancil S1/ }).click()
  await page.getByRole('link', { name: 'Log in to buy' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading('Register').waitFor()
  await expect.poll(() => page.getByLabel('Invite code').inputValue()).toBe('VOLTFOLIO')
  await register(page, app.server.origin, { phone })
  expect(await page.evaluate(() => localStorage.getItem('voltfolio-invite-code'))).toBeNull()
})

test('a member who opens the link of an invitation is at home, and told why', async () => {
  page = await app.openAsDemo({ route: '/pages/auth/register?code=R3B9EYPK' })
  await page.getByText("You're logged in already").waitFor()
  await heading('Home').waitFor()
  await page.evaluate(() => {
    location.hash = '/pages/auth/register?code=R3B9EYPK'
  })
  await page.waitForFunction(() => location.hash !== '#/pages/auth/register?code=R3B9EYPK')
  await heading('Home').waitFor()
  expect(page.url()).not.toContain('newUser')
})
