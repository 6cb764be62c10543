import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getLoginConfig } from '#protocol/auth.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { focusedName } from '#tests/support/focused-name.ts'
import { journey } from '#tests/support/journey.ts'
import { getCode, freshPhone, register } from '#tests/support/newcomer.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()

async function go(page: Page, route: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
}

test('a new member finds first steps on My, ticked by what happened, until they put them away', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  await register(page, app.server.origin)
  await go(page, '/pages/index/my')
  const steps = page.getByRole('list', { name: 'First steps' })
  const done = steps.getByRole('listitem').filter({ hasText: 'Done' })
  await steps.waitFor()
  await page.getByText('1 of 4 done').waitFor()
  // The money is there; what is done leads nowhere any more.
  await done.filter({ hasText: '$500.00 ready to spend' }).waitFor()
  expect(await steps.getByRole('link').count()).toBe(3)
  expect(await page.getByText("You don't own a machine yet.").count()).toBe(0)

  await steps.getByRole('link', { name: /Set a transaction password/ }).click()
  await page.getByLabel('Login password').fill('a-good-one')
  for (const label of ['Transaction password', 'Repeat the 6 digits']) {
    await page.getByRole('textbox', { name: label, exact: true }).click()
    await page.keyboard.type('246810')
  }
  await page.getByRole('button', { name: 'Set transaction password' }).click()
  await page.getByText('Transaction password set').waitFor()
  await go(page, '/pages/index/my')
  await page.getByText('2 of 4 done').waitFor()

  // Put away without a network, it is away at once, and for good.
  await page.route('**/wx/user/update/info', (route) => route.abort())
  await page.getByRole('button', { name: 'Hide first steps' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.getByText("You don't own a machine yet.").waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'My products' }).waitFor()
  await page.getByText("You don't own a machine yet.").waitFor()
  // It is sent only now: the answer to one sent before the reload could not be read after it.
  const sent = page.waitForResponse('**/wx/user/update/info')
  await page.unrouteAll()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect(((await (await sent).json()) as { data: object }).data).toMatchObject({ firstStepsDismissed: true })
  expect(await steps.count()).toBe(0)
})

test('a claim shows the confirmed amount, of how many machines, and leads to what it was made of', async () => {
  const page = await app.openAsDemo()
  let answer = () => {}
  const held = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/wx/g/user/goods/earnings/claim', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: /^Claim / }).click()
  await page.getByText('Saved on this device').first().waitFor()
  // Nothing is said to be claimed before the server has said so.
  expect(await page.getByText(/ claimed/).count()).toBe(0)
  const confirmed = page.waitForResponse('**/wx/g/user/goods/earnings/claim')
  answer()
  const { data } = (await (await confirmed).json()) as { data: { amount: number; machines: number } }
  const moment = page.getByRole('link', { name: / claimed/ })
  await moment.waitFor()
  expect(await moment.textContent()).toContain(
    `$${(data.amount / 100).toFixed(2)} claimedfrom ${data.machines} machine`,
  )
  await moment.click()
  await page.getByRole('dialog', { name: 'Income claimed' }).getByText('How it adds up').waitFor()
})

test('who agreed on this device need not tick it again at the next sign-in, another device must', async () => {
  const page = await app.open({ route: '/pages/auth/login' })
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  await signInAsDemo(page)
  await go(page, '/pages/my/set')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  // The end of the session leads there. Before it, the page would lead a member back to the settings.
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
  // A text that is newer than the one agreed to is agreed to anew.
  await changeAnswers(page, getLoginConfig, (it) => {
    it.agreementsSince = new Date(Date.parse(it.agreementsSince ?? '') + 1).toISOString()
  })
  // What the device knows of the texts is an hour old, so that it asks.
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  await page.reload()
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
  const other = await app.open({ route: '/pages/auth/login' })
  await other.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  expect(await other.getByRole('checkbox').isChecked()).toBe(false)
})

test('a card waits for the transaction password, which from the second day takes a code to the phone', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  const phone = freshPhone()
  await register(page, app.server.origin, { phone })
  await go(page, '/subPages/card/addCard')
  await page.getByText('Set a transaction password first').waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)
  await page.getByRole('link', { name: 'Set a transaction password' }).click()
  const save = page.getByRole('button', { name: 'Set transaction password' })
  await save.click()
  await expect.poll(() => focusedName(page)).toBe('Login password')
  await page.getByLabel('Login password').fill('a-good-one')
  await save.click()
  await expect.poll(() => focusedName(page)).toBe('Transaction password')
  for (const label of ['Transaction password', 'Repeat the 6 digits']) {
    await page.getByRole('textbox', { name: label, exact: true }).click()
    await page.keyboard.type('246810')
  }
  const code = page.getByLabel('Verification code')
  expect(await code.count()).toBe(0)
  // The page was opened on the first day.
  await fetch(`${app.server.origin}/test/advance?ms=${24 * 3_600_000}`, { method: 'POST' })
  await save.click()
  await page.getByText('Enter the code from the text message we send to your phone.').waitFor()
  await page.getByLabel('Phone number').fill(phone.e164)
  const sent = await getCode(page, app.server.origin, phone.e164)
  await code.fill(sent === '000000' ? '000001' : '000000')
  await save.click()
  await page.getByText('Incorrect verification code.').waitFor()
  await code.fill(sent)
  await save.click()
  await page.getByText('Transaction password set').waitFor()

  // It leads back to the card, whose six digits are now asked for last and cost nothing that was typed.
  await page.getByRole('heading', { level: 1, name: 'Add card' }).waitFor()
  await page.getByLabel('Bank').first().selectOption({ label: 'Bank Mandiri' })
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry (MM/YY)').fill(`12/${(new Date().getFullYear() + 2) % 100}`)
  await page.getByLabel('CVV').fill('739')
  await page.getByLabel('Name on the card').fill('DEWI LESTARI')
  await page.getByLabel('Phone number at your bank').fill(phone.e164)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('textbox', { name: 'Your 6 digits' }).click()
  await page.keyboard.type('246810')
  await page.getByText('Card added').waitFor()
})
