import type { Page } from 'playwright-core'

let made = 0

/** A phone number that this test file has not used. */
export function freshPhone(): { national: string; e164: string } {
  made += 1
  const national = `8139${String(7_000_000 + made)}`
  return { national, e164: `+62${national}` }
}

/** The last code the test server sent to a phone. */
export async function codeSentTo(origin: string, e164: string): Promise<string> {
  const answer = await fetch(`${origin}/test/code?phone=${encodeURIComponent(e164)}`)
  const { code } = (await answer.json()) as { code: string | null }
  if (code === null) throw new Error(`no code was sent to ${e164}`)
  return code
}

/** Taps "Get code" for a phone that was typed, and tells the code that this sent. */
export async function getCode(page: Page, origin: string, e164: string): Promise<string> {
  // The word of an earlier code may still stand there.
  const answered = page.waitForResponse('**/wx/auth/register/sendAliSms')
  await page.getByRole('button', { name: 'Get code' }).click()
  await answered
  return await codeSentTo(origin, e164)
}

/** Fills in the registration page as a newcomer would, sends it, and skips picture and name, which come next. */
export async function register(
  page: Page,
  origin: string,
  { phone = freshPhone(), password = 'a-good-one', inviteCode = 'VOLTFOLIO', skips = true } = {},
): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Register' }).waitFor()
  await page.getByLabel('Phone number').fill(phone.e164)
  await page.getByLabel('Verification code').fill(await getCode(page, origin, phone.e164))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByLabel('Invite code').fill(inviteCode)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  if (!skips) return
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('heading', { level: 1, name: 'Set avatar and nickname' }).waitFor({ state: 'detached' })
}

/** Reads every point of the risk sheet until the pay button is enabled. */
export async function readRisks(page: Page): Promise<void> {
  const pay = page.getByRole('button', { name: /^Pay / })
  await pay.waitFor()
  const readOn = page.getByRole('button', { name: /^Keep reading/ })
  while (await pay.isDisabled()) {
    // The count comes before the click: a point that scrolls into view may be read at once.
    const left = await page.locator('[data-unread]').count()
    if (left > 0) await readOn.click()
    await page.waitForFunction(
      (before) => before === 0 || document.querySelectorAll('[data-unread]').length < before,
      left,
    )
  }
}
