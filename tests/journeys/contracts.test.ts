import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'

const app = journey()

async function operate(...argv: string[]): Promise<string> {
  const answer = await fetch(`${app.server.origin}/test/operate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ argv }),
  })
  const { ok, lines } = (await answer.json()) as { ok: boolean; lines: string[] }
  expect(ok, lines.join('\n')).toBe(true)
  return lines.join('\n')
}

/** The operator's review of the waiting submission, if one waits. */
async function review(verdict: string, ...remark: string[]) {
  const version = /version (\d+)/.exec(await operate('contract', 'list', '--as', 'Rani', '--why', 'journey'))?.[1]
  if (version !== undefined)
    await operate('contract', verdict, demoMember.phone, version, ...remark, '--as', 'Rani', '--why', 'journey')
}

/** A device of the demo member's, on the form of the contract. */
async function device() {
  const { page, context } = await openApp(app.browser, app.server.origin, {
    member: demoMember,
    context: { serviceWorkers: 'block' },
  })
  await open(page)
  return { page, context }
}

async function open(page: Page) {
  await page.evaluate(() => {
    location.hash = '/subPages/contract/edit'
  })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Sign or update contract' }).waitFor()
}

/** Fills in an update under a name and asks to hand it in. */
async function signUpdate(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('ID number').fill('3174096112900001')
  await page.getByLabel('Phone number').fill('81234567890')
  await page.getByLabel('Education').selectOption('bachelor')
  await page.getByLabel('Bank', { exact: true }).fill('BCA')
  await page.getByLabel('Card or account number').fill('4111 1111 1111 1111')
  await page.getByLabel('Account name').fill('SARI DEWI')
  await page.getByRole('radio', { name: 'Type your name' }).check()
  await page.getByLabel('Name to sign with').fill('Sari')
  await page.getByRole('img', { name: 'Signature: Sari' }).waitFor()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign the update' }).click()
}

const inMain = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first()

test('an update is confirmed first, and one that was handed in elsewhere meanwhile stands beside it', async () => {
  await review('approve')
  const { page } = await device()
  await signUpdate(page, 'Sari Mine')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('The operator reviews it again.', { exact: false }).waitFor()
  await dialog.getByText('Sari Mine').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('ID number').inputValue()).toBe('3174096112900001')

  const other = await device()
  await signUpdate(other.page, 'Sari Elsewhere')
  await other.page.getByRole('button', { name: 'Submit for review' }).click()
  await inMain(other.page, 'Awaiting review').waitFor()
  await other.context.close()

  // The first device doesn't know yet, and hands in what is based on the version before.
  await page.getByRole('button', { name: 'Sign the update' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await inMain(page, 'Awaiting review').waitFor()
  await inMain(page, "What you were filling in here wasn't sent.").waitFor()

  await review('return', '--remark', 'Which name is it?')
  await page.reload()
  await inMain(page, 'Changed on another device').waitFor()
  await inMain(page, 'Sari Mine').waitFor()
  await inMain(page, 'Sari Elsewhere').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue with mine' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sari Mine')
  await signUpdate(page, 'Sari Mine')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await inMain(page, 'Awaiting review').waitFor()
  await page.getByRole('img', { name: 'Signature: Sari Mine' }).waitFor()
})

test('terms that the operator changes meanwhile are read and ticked anew before they are signed', async () => {
  await review('approve')
  const { page } = await device()
  await signUpdate(page, 'Sari Reads')
  const terms = (await operate('setting', 'list')).match(/^contract_terms {2}(.*)$/m)?.[1] ?? ''
  const less = JSON.stringify({ ...JSON.parse(terms), weeklySalary: 1000 })
  await operate('setting', 'set', 'contract_terms', less, '--as', 'Rani', '--why', 'journey')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await inMain(page, 'The contract has changed, and nothing was signed.').waitFor()
  await inMain(page, '$10.00').waitFor()
  const tick = page.getByRole('checkbox')
  await expect.poll(() => tick.isChecked()).toBe(false)
  expect(await page.getByLabel('ID number').inputValue()).toBe('3174096112900001')
  await tick.check()
  await page.getByRole('button', { name: 'Sign the update' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await inMain(page, 'Awaiting review').waitFor()
  await inMain(page, '$10.00').waitFor()
})

test('a member ends the contract after a question that says the last paid day, and only with a connection', async () => {
  await review('approve')
  const { page, context } = await device()
  await page.evaluate(() => {
    location.hash = '/subPages/contract/view'
  })
  const end = page.getByRole('main').getByRole('button', { name: 'End the contract' })
  await end.waitFor()
  await context.setOffline(true)
  await inMain(page, 'You need a connection for this.').waitFor()
  expect(await end.isDisabled()).toBe(true)
  await context.setOffline(false)
  await end.click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Your last paid day is').waitFor()
  await dialog.getByText("You can't undo this", { exact: false }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep the contract' }).click()
  await dialog.waitFor({ state: 'detached' })
  await end.click()
  await dialog.getByRole('button', { name: 'End the contract' }).click()
  await inMain(page, 'Ends on').waitFor()
  await end.waitFor({ state: 'detached' })
  const ended = await operate('contract', 'list', '--ended', 'yes', '--as', 'Rani', '--why', 'journey')
  expect(ended).toContain('ended by the member')
})
