import type { Page } from 'playwright-core'

/** Signs in as the demo member on the log-in page. Resolves when the app has left it. */
export async function signInAsDemo(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await page.getByRole('button', { name: 'Use the demo member' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
}
