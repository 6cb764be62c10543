import { expect, onTestFinished, test } from 'vitest'
import type { ProductCard } from '#protocol/products.ts'
import { productPath } from '#src/entities/product-path.ts'
import { openPage } from '#src/ui/open-page.ts'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'
import { stored } from '#tests/support/stored.ts'

const app = journey()

test('a visitor who saw Home once opens links to offers offline, with their details', async () => {
  const { page, context, complaints } = await openApp(app.browser, app.server.origin)
  onTestFinished(() => context.close())
  await untilOfflineReady(page)
  const { items } = await httpCall<{ items: ProductCard[] }>(app.server.origin, 'g/goods/list?limit=100')
  expect(items.length).toBeGreaterThan(5)
  const details = async () =>
    (await stored(page, /visitor/, 'answers')).filter((it) => /g\/goods\/(vehicle\/)?info/.test(JSON.stringify(it)))
      .length
  await expect.poll(details, { timeout: 60_000 }).toBe(items.length)

  await app.server.kill()
  onTestFinished(() => app.server.start())
  for (const { id, name, kind } of [items[0]!, items.at(-1)!]) {
    const link = await context.newPage()
    await link.goto(`${app.server.origin}/#${productPath(kind)}?id=${id}`)
    await link.getByRole('heading', { level: 1, name }).waitFor()
    await link.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await link.getByRole('main').innerText()).not.toContain("couldn't be loaded")
    await link.close()
  }
  expect(complaints).toEqual([])
})

test('the first tap on a tab asks for no file: all came while the app was idle', async () => {
  const { page, context } = await openApp(app.browser, app.server.origin)
  onTestFinished(() => context.close())
  await untilOfflineReady(page)
  await page.reload()
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((it) => it.name.replace(/.*\//, ''))
        .filter((it) => it.endsWith('.js'))
        .toSorted(),
    )
  await expect.poll(scripts, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^news-/))
  const before = await scripts()
  await page.locator(`nav a[href$="/subPages/news/list"]`).tap()
  await page.locator(openPage).getByRole('heading', { level: 1, name: 'News' }).waitFor()
  expect(await scripts()).toEqual(before)
  // The texts of all other pages would be a third of a megabyte of memory.
  expect(before).not.toContainEqual(expect.stringMatching(/^text-.*-rest-/))
})
