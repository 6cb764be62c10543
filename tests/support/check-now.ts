import type { Page } from 'playwright-core'

/** Presses "Check now" of an unknown outcome. The app also asks by itself, and may have done so before the press. */
export async function checkNow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Check now' })
  await Promise.race([button.click(), button.waitFor({ state: 'detached' })])
}
