import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { journey } from '#tests/support/journey.ts'

const app = journey()

test('offers chosen on their cards stand side by side, offline too, and are taken away again', async () => {
  const page = await app.open({ route: '/pages/index/index?sort=rate' })
  await page.getByRole('button', { name: 'Compare offers' }).click()
  const checks = page.getByRole('checkbox', { name: /^Compare / })
  await checks.nth(4).waitFor()
  // By name: the order may change while figures come in.
  const labels = (await checks.evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')!))).slice(0, 5)
  const [first, second, third, fourth, fifth] = labels.map((name) => page.getByRole('checkbox', { name, exact: true }))
  await first!.check()
  expect(await page.getByRole('link', { name: 'Compare', exact: true }).count()).toBe(0)
  for (const it of [second!, third!, fourth!]) await it.check()
  // Four are the most that fit.
  await expect.poll(() => fifth!.isDisabled()).toBe(true)
  const chosen = labels.slice(0, 4).map((label) => label.slice(8))
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  const table = page.getByRole('region', { name: 'Comparison' })
  await expect.poll(() => table.getByRole('columnheader').getByRole('link').allTextContents()).toEqual(chosen)
  // What only the whole product says came too, and stays without a network.
  const window = table.getByRole('row', { name: /^Cancel within/ })
  await window
    .getByText(/hours?/)
    .nth(3)
    .waitFor()
  await page.context().setOffline(true)
  await table.getByRole('button', { name: `Remove ${chosen[0]}` }).click()
  await window
    .getByText(/hours?/)
    .nth(2)
    .waitFor()
  expect(await table.getByRole('columnheader').getByRole('link').allTextContents()).toEqual(chosen.slice(1))
  await page.goBack()
  expect(await fourth!.isChecked()).toBe(true)
})

test('taps that come faster than they are drawn all count', async () => {
  const page = await app.open({ route: '/pages/index/index?sort=rate&compare=0' })
  await page
    .getByRole('checkbox', { name: /^Compare / })
    .nth(2)
    .waitFor()
  await page.evaluate(() => {
    for (const it of [...document.querySelectorAll<HTMLInputElement>('input[aria-label^="Compare "]')].slice(0, 3))
      it.click()
  })
  await page.getByText('3 offers chosen').waitFor()
})

test('a link to offers of the second page of the catalogue finds them', async () => {
  type Page = { data: { items: { id: string }[]; next?: string } }
  const whole = (await (await fetch(`${app.server.origin}/wx/g/goods/list?limit=100`)).json()) as Page
  const { items } = whole.data
  const page = await app.open({
    route: `/subPages/product/compare?ids=${items[0]!.id}.${items[5]!.id}`,
    before: (it) =>
      it.route('**/wx/g/goods/list*', async (route) => {
        const isSecond = new URL(route.request().url()).searchParams.has('after')
        const answer = await route.fetch({ url: `${app.server.origin}/wx/g/goods/list?limit=100` })
        const data = isSecond ? { items: items.slice(3) } : { items: items.slice(0, 3), next: 'second' }
        await route.fulfill({ response: answer, json: { ...whole, data } })
      }),
  })
  const heads = page.getByRole('region', { name: 'Comparison' }).getByRole('columnheader').getByRole('link')
  await expect.poll(() => heads.count()).toBe(2)
  // Two offers are seen whole on a phone.
  const table = page.getByRole('region', { name: 'Comparison' })
  expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
})

test('offers that left the catalogue are told of, and keep no place among the four', async () => {
  const { data } = (await (await fetch(`${app.server.origin}/wx/g/goods/list?limit=1`)).json()) as {
    data: { items: { id: string; name: string }[] }
  }
  const [offer] = data.items
  const gone = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
  const page = await app.open({ route: `/subPages/product/compare?ids=${[...gone, offer!.id].join('.')}` })
  await page.getByText("3 of the chosen offers aren't in the Mall now.").waitFor()
  await page.getByRole('link', { name: 'Choose another offer' }).click()
  await page.getByRole('status').getByText('Choose two to four offers').waitFor()
  const checks = page.getByRole('checkbox', { name: /^Compare / })
  await checks.nth(1).waitFor()
  await page
    .getByRole('checkbox', { name: /^Compare /, checked: false })
    .first()
    .check()
  await page.getByText('2 offers chosen').waitFor()
})

test('an address of before does not count offers that left the catalogue', async () => {
  const gone = [1, 2, 3, 4].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
  const page = await app.open({ route: `/pages/index/index?sort=rate&compare=${gone.join('.')}` })
  await page.getByRole('status').getByText('Choose two to four offers').waitFor()
  // Another each time, as the list is drawn anew in another order where what offers earn has changed.
  const unchosen = page.getByRole('checkbox', { name: /^Compare /, checked: false })
  await unchosen.first().check()
  await page.getByRole('checkbox', { name: /^Compare /, checked: true }).waitFor()
  await unchosen.first().check()
  await page.getByText('2 offers chosen').waitFor()
})

test('at 320 px the columns scroll sideways, the page does not, and the names of the lines stay in sight', async () => {
  const { data } = (await (await fetch(`${app.server.origin}/wx/g/goods/list?limit=4`)).json()) as {
    data: { items: { id: string }[] }
  }
  const ids = data.items.map((it) => it.id).join('.')
  const page = await app.open({
    route: `/subPages/product/compare?ids=${ids}`,
    context: { viewport: { width: 320, height: 640 } },
  })
  const table = page.getByRole('region', { name: 'Comparison' })
  await table.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const name = table.getByRole('rowheader', { name: 'Price per unit' })
  const before = (await name.boundingBox())!.x
  // The keyboard scrolls it too.
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0)
  expect((await name.boundingBox())!.x).toBe(before)
})

test("an offer's picture lies over its drawing, also without a network once it was seen; else the drawing stands", async () => {
  // The first that the Mall shows.
  const [seen, unseen] = ['Kancil S1', 'Kancil S2'] as const
  await withRedPictures([seen, unseen])
  const page = await app.openInstalled({ prefetches: false })
  await page.evaluate(() => {
    location.hash = '/pages/index/index'
  })
  // Home has the same offer. Its card stays in the document, unseen, and a screenshot that was begun of it never ends.
  await page.getByRole('heading', { level: 1, name: 'Mall', exact: true }).waitFor()
  const artOf = (name: string) =>
    page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .locator('svg[data-art]')
      .first()
  for (const name of [seen, unseen]) await expect.poll(() => centreOf(artOf(name))).toBe('red')
  await page.context().setOffline(true)
  // As if this device had never shown the second.
  const gone = (await artOf(unseen).locator('img').getAttribute('src'))!
  expect(await page.evaluate(async (it) => (await caches.open('voltfolio-pictures')).delete(it), gone)).toBe(true)
  // The browser's own cache has both.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.reload()
  await expect.poll(() => centreOf(artOf(seen))).toBe('red')
  const broken = artOf(unseen).locator('img')
  await expect.poll(() => broken.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth === 0)).toBe(true)
  const withBroken = await artOf(unseen).screenshot()
  await broken.evaluate((it) => {
    it.remove()
  })
  expect(withBroken.equals(await artOf(unseen).screenshot()), 'nothing of it is painted').toBe(true)
  expect(await centreOf(artOf(unseen))).toBe('drawn')
})

/** Gives each of these offers a red picture of its own. */
async function withRedPictures(names: readonly string[]): Promise<void> {
  const operate = async (argv: string[], pictures?: Record<string, string>) => {
    const answer = await fetch(`${app.server.origin}/test/operate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ argv, pictures }),
    })
    const { ok, lines } = (await answer.json()) as { ok: boolean; lines: string[] }
    expect(ok, lines.join()).toBe(true)
    return lines.join('\n')
  }
  const { products } = JSON.parse(await operate(['catalogue', 'export'])) as { products: { name: string }[] }
  const chosen = products.filter((it) => names.includes(it.name)).map((it, n) => ({ ...it, picture: `${n}.png` }))
  const red = (n: number) =>
    sharp({ create: { width: 80, height: 60, channels: 3, background: { r: 230 + n, g: 0, b: 0 } } })
      .png()
      .toBuffer()
  const pictures = Object.fromEntries(
    await Promise.all(chosen.map(async ({ picture }, n) => [picture, (await red(n)).toString('base64')] as const)),
  )
  const file = `it.json\n${JSON.stringify({ products: chosen })}`
  await operate(['catalogue', 'apply', file, '--as', 'Ana', '--why', 'a test'], pictures)
}

/** What is seen in the middle of a drawing. */
async function centreOf(art: Locator): Promise<'red' | 'drawn'> {
  const { data, info } = await sharp(await art.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
  return data[at]! > 180 && data[at + 1]! < 60 && data[at + 2]! < 60 ? 'red' : 'drawn'
}
