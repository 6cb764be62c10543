import { expect, test } from 'vitest'
import { drag } from '#tests/support/drag.ts'
import { journey } from '#tests/support/journey.ts'

const app = journey()

// What several parts of a page read is all fetched again: a part that isn't looks current and is not.
test.each([
  ['/pages/my/security', 'Logged-in devices', ['auth/devices', 'auth/passkeys']],
  ['/pages/my/help', 'What you agreed to', ['customer/getOne', 'help/list', 'help/agreements']],
  ['/pages/pay/ustd', 'Last 7 days', ['goods/rechargeGoods', 'capital/streamList']],
  ['/pages/my/invite', 'Your team', ['user/info', 'invitation/reward/record']],
])('%s is refreshed by pulling it down', async (route, part, calls) => {
  const page = await app.openAsDemo({ route })
  await page.getByText(part).first().waitFor()
  // The gesture is a lazy chunk.
  await page.waitForLoadState('networkidle')
  const asked = new Set<string>()
  page.on('request', (it) => asked.add(new URL(it.url()).pathname.replace('/wx/', '')))
  // A slow page may not listen yet when it is pulled for the first time.
  const pull = async () => {
    if (asked.size === 0) await drag(page, { x: 200, y: 160 }, 340)
    return calls.filter((it) => !asked.has(it))
  }
  await expect.poll(pull, { interval: 1000 }).toEqual([])
})

test('offers that are there are shown while their categories take long', async () => {
  const held = Promise.withResolvers<void>()
  const page = await app.open({
    route: '/pages/index/index',
    before: async (it) => {
      await it.route('**/wx/v2/etel/plan/category/getCategoryTree*', async (route) => {
        await held.promise
        await route.continue().catch(() => {})
      })
    },
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Embun E-Bike/ })
    .first()
    .waitFor()
  held.resolve()
  await page.getByRole('heading', { level: 2, name: /./ }).first().waitFor()
})
