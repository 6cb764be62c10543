import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { axeFaults } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()
let page: Page

beforeAll(async () => {
  ;({ page } = await openApp(app.browser, app.server.origin, {
    route: '/pages/auth/login',
    context: { serviceWorkers: 'block' },
  }))
  await signInAsDemo(page)
})

async function visit(route: string, title: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

test('a level reached: what it takes and gives, and its gold coins with their bill', async () => {
  await visit('/pages/my/equity', 'Member levels')
  const main = page.getByRole('main')
  const spark = main.getByRole('listitem').filter({ hasText: 'Spark' })
  await spark.getByText('Your level').waitFor()
  expect((await spark.textContent()) ?? '').toMatch(/Growth needed\s*200.*Gold coins on reaching it\s*100/)
  // No level of ours asks for a top-up or a team, and what isn't asked for isn't shown.
  expect(await main.getByText(/Top-ups needed|Team needed/).count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])

  await visit('/pages/my/historyList?wallet=points', 'Wallet details')
  await page.getByRole('searchbox', { name: 'Search movements' }).fill('Level reached')
  const bill = main.getByRole('button', { name: /Level reached/ })
  await bill.getByText('Spark').waitFor()
  expect(await bill.textContent()).toContain('+100')
  await bill.click()
  await page.getByRole('dialog').getByRole('link', { name: 'See where it came from' }).click()
  await page.getByRole('heading', { level: 1, name: 'Member levels', exact: true }).waitFor()
})
