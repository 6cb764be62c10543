import type { Page } from 'playwright-core'

/** Signs in as the seeded demo member, from the log-in page, as a person would. Resolves when the app has led on. */
export async function signInAsDemo(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await page.getByRole('button', { name: 'Use the demo member' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
}
