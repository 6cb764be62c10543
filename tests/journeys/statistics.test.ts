import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { earningsStats } from '#protocol/statistics.ts'
import type { streamList } from '#protocol/wallet.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import type { OpenOptions } from '#tests/support/browser.ts'
import { httpCall, tokenFor } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'

const app = journey()
const statistics = '/subPages/statistics/index'

type Stats = Answer<typeof earningsStats>

async function visit(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
}

const opened = (route: string, options: OpenOptions = {}) => app.openAsDemo({ ...options, route })

/** What the server answers the demo member. */
async function asked() {
  const token = await tokenFor(app.server.origin, demoMember)
  return {
    stats: (query: string) => httpCall<Stats>(app.server.origin, `g/vehicle/order/earnings/stats?${query}`, { token }),
    /** The sum of all bills of income in a span. */
    async billed(range: string) {
      let sum = 0
      for (let after = ''; ;) {
        const path = `capital/streamList?limit=100&type=income&range=${range}${after}`
        const page = await httpCall<Answer<typeof streamList>>(app.server.origin, path, { token })
        sum += page.items.reduce((all, it) => all + it.amount, 0)
        if (page.next === undefined) return sum
        after = `&after=${page.next}`
      }
    },
  }
}

const shows = (page: Page, cents: number) => page.getByRole('main').locator(`data[value="${cents}"]`).first().waitFor()

test('the figures of a week are those of its bills, by product too, and lead to each product', async () => {
  const server = await asked()
  const page = await opened('/pages/index/my')
  await page.getByRole('link', { name: 'Statistics centre' }).click()
  await page.getByRole('heading', { level: 1, name: 'Statistics centre' }).waitFor()
  await page.getByRole('radio', { name: 'Last 7 days' }).click()
  const week = await server.stats('range=last%207%20days')
  expect(week.total).toBeGreaterThan(0)
  expect(week.total).toBe(await server.billed('last%207%20days'))
  await shows(page, week.total)

  const [best] = week.products
  if (!best) throw new Error('the demo member earned nothing in a week')
  await page.getByRole('list', { name: 'By product' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Income by product' }).waitFor()
  await shows(page, best.amount)
  const product = await server.stats(`range=last%207%20days&productId=${best.productId}`)
  for (const it of product.bought ?? []) await shows(page, it.perUnit)

  await visit(page, `${statistics}?range=last+7+days`)
  await page.getByRole('link', { name: 'See the bills' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wallet details' }).waitFor()
  expect(page.url()).toContain('type=income')
})

test('days are read one by one with the keyboard, hours of the week too', async () => {
  const server = await asked()
  const week = await server.stats('range=last%207%20days')
  const page = await opened(`${statistics}?range=last+7+days`)
  const chart = page.getByRole('slider', { name: 'Paid to you by day' })
  await chart.focus()
  await page.keyboard.press('Home')
  const dollars = (cents = 0) => `$${(cents / 100).toFixed(2)}`
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain(dollars(week.days[0]?.amount))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain(dollars(week.days[1]?.amount))
  await page.keyboard.press('End')
  expect(await chart.getAttribute('aria-valuenow')).toBe('7')
  const map = page.getByRole('slider', { name: 'Use by hour and weekday' })
  await map.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => map.getAttribute('aria-valuetext')).toMatch(/^\w+day, 00:/)
  await page.keyboard.press('ArrowDown')
  expect(await map.getAttribute('aria-valuenow')).toBe('25')
})

test("on a wide screen a product's income beside the list is as wide as its pane", async () => {
  const server = await asked()
  const page = await opened('/subPages/statistics/productIncome', { size: 'wide' })
  const [best] = (await server.stats('range=last%2030%20days')).products
  const pane = page.locator('[data-pane]')
  await pane.locator(`data[value="${best!.amount}"]`).first().waitFor()
  await pane.getByRole('slider', { name: 'Use by hour and weekday' }).waitFor()
  const tooWide = await pane.evaluate((it) =>
    [it, ...it.querySelectorAll('*')]
      .filter((part) => part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
      .map((part) => part.className),
  )
  expect(tooWide).toEqual([])
})

test('all time begins on the day on which the member first had a machine', async () => {
  const server = await asked()
  const { firstOwnedOn, today } = await server.stats('')
  const page = await opened(statistics)
  await page.getByRole('radio', { name: 'All time' }).click()
  await shows(page, (await server.stats(`from=${firstOwnedOn}&to=${today}`)).total)
  expect(await page.getByRole('radio', { name: 'All time' }).isChecked()).toBe(true)
  await page.getByRole('table', { name: 'Paid to you by day' }).waitFor({ state: 'attached' })
  expect(await page.getByText('not yours yet').count()).toBe(0)
})

test('the file has a line a day that adds up to the total', async () => {
  const server = await asked()
  const page = await opened(`${statistics}?range=last+7+days`)
  const week = await server.stats('range=last%207%20days')
  await shows(page, week.total)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`voltfolio-statistics-${week.from}-${week.to}.csv`)
  const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(head).toMatch(/Day \(.+\),Income \(USD\),/)
  expect(lines.map((it) => it.split(',')[0])).toEqual(week.days.map((it) => it.day))
  const cents = lines.map((it) => Math.round(Number(it.split(',')[1]) * 100))
  expect(cents).toEqual(week.days.map((it) => it.amount))
})

test('without a network a span inside the kept days is computed on the device', async () => {
  const server = await asked()
  const month = await server.stats('')
  const page = await app.openInstalled()
  await visit(page, '/pages/my/offline')
  await page.getByText('Ready offline: everything worth reading is saved.').waitFor()
  await app.server.kill()
  try {
    const days = month.days.slice(-12, -4)
    const sum = days.reduce((all, it) => all + it.amount, 0)
    await visit(page, `${statistics}?range=${days[0]?.day}..${days.at(-1)?.day}`)
    await shows(page, sum)
    await page.getByText('You need a connection to see the hours of use.').waitFor()
    await page.getByRole('radio', { name: 'Last 30 days' }).click()
    await shows(page, month.total)
  } finally {
    await app.server.start()
  }
})
