import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { journey } from '#tests/support/journey.ts'
import { stored } from '#tests/support/stored.ts'

const app = journey()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function visit(page: Page, route: string, title: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await heading(page, title).waitFor()
}

/** An operator's command on the running server. A file is given as the command line sends it: its name and its text. */
async function operator(...argv: string[]): Promise<string> {
  const answer = await fetch(`${app.server.origin}/test/operate`, {
    method: 'POST',
    body: JSON.stringify({ argv: [...argv, '--as', 'Ana', '--why', 'a test'] }),
  })
  return ((await answer.json()) as { lines: string[] }).lines.join('\n')
}

test('the agreement is read before it is ticked, and nothing that was typed is lost', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  await page.getByLabel('Invite code').fill('ABCD2345')
  await page.getByRole('link', { name: 'user agreement' }).click()
  const sheet = page.getByRole('dialog', { name: 'User agreement' })
  await sheet.getByText('You can withdraw your income at any time.').waitFor()
  // An article that it leads to opens in its place.
  await sheet.getByRole('button', { name: 'the risks' }).click()
  const risks = page.getByRole('dialog', { name: 'Risks' })
  await risks.getByText('You can get back less than you paid').waitFor()
  await risks.getByRole('button', { name: 'Back to what you were reading' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Invite code').inputValue()).toBe('ABCD2345')
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  expect(await page.evaluate(() => location.hash)).toBe('#/pages/auth/register')
})

test('what the operator publishes is in the list, unread until it was opened, and in the messages', async () => {
  const page = await app.openInstalled()
  const file =
    'night-rates.md\n# Night rates\n\nCharging at night costs less.\n\nFrom **ten** on, see [the risks](article:risks).\n'
  expect(await operator('article', 'write', file, '--kind', 'news', '--language', 'en')).toContain('a draft')
  await visit(page, '/subPages/news/list', 'News')
  const row = page.getByRole('link', { name: /Night rates/ })
  await page.getByRole('link', { name: /This is a demonstration/ }).waitFor()
  expect(await row.count()).toBe(0)
  expect(await operator('article', 'publish', 'night-rates')).toContain('Members are told.')
  await page.reload()
  await row.getByRole('img', { name: 'Unread' }).waitFor()
  await row.click()
  await heading(page, 'Night rates').waitFor()
  expect(await page.locator('article strong').allTextContents()).toEqual(['ten'])
  await page.getByRole('link', { name: 'the risks' }).click()
  await heading(page, 'Risks').waitFor()
  await visit(page, '/subPages/news/list', 'News')
  await row.waitFor()
  await expect.poll(() => row.getByRole('img', { name: 'Unread' }).count()).toBe(0)
  await fetch(`${app.server.origin}/test/jobs`, { method: 'POST' })
  await visit(page, '/subPages/message/list', 'Messages')
  await page.getByRole('link', { name: /Night rates/ }).waitFor()
})

test('help is found below any number of news', async () => {
  const page = await app.openAsDemo()
  // As a server answers whose first page is full of news.
  await page.route(/\/wx\/help\/list/, async (route) => {
    const url = new URL(route.request().url())
    const wanted = url.searchParams.has('after') ? 'help' : 'news'
    url.searchParams.delete('after')
    const response = await route.fetch({ url: url.href })
    const answer = (await response.json()) as { data: { items: { kind: string }[] } }
    const items = answer.data.items.filter(({ kind }) => kind === wanted)
    await route.fulfill({ response, json: { ...answer, data: { items, ...(wanted === 'news' && { next: 'older' }) } } })
  })
  await visit(page, '/subPages/news/list', 'News')
  await page.getByRole('radio', { name: 'Help' }).click()
  await page.getByRole('link', { name: /How income comes about/ }).waitFor()
  await visit(page, '/pages/my/help', 'Help')
  await page.getByRole('link', { name: /How income comes about/ }).waitFor()
})

test('without a network every article opens, and the search looks into their texts', async () => {
  const page = await app.openInstalled()
  await visit(page, '/subPages/news/list', 'News')
  await page.getByRole('link', { name: /How income comes about/ }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search news and help' })
  // Stands in the text of one article only, and in no title or summary.
  await search.fill('simulator')
  await page.getByRole('link', { name: /How to check a machine/ }).waitFor()
  for (const path of ['customer/getOne', 'help/list'])
    await expect
      .poll(async () => JSON.stringify(await stored(page, /[0-9a-f]{8}-/, 'answers')), {
        message: path,
        timeout: 30_000,
      })
      .toContain(path)
  await app.server.stop()
  onTestFinished(() => app.server.start())
  await page.reload()
  await search.fill('simulator')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  await page.getByRole('link', { name: /How to check a machine/ }).click()
  await heading(page, "How to check a machine's revenue").waitFor()
  await page.getByText('the trips are made by a simulator').waitFor()
  await visit(page, '/pages/my/help', 'Help')
  await page.getByText('nobody answers at these addresses').waitFor()
})

test('a page is framed where the operator allowed it; any other is asked about; no script is an address', async () => {
  const elsewhere = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>x</title><h1>Hello from elsewhere</h1>')
  })
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    elsewhere.close()
    elsewhere.closeAllConnections()
  })
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  await operator('setting', 'set', 'web_origins', JSON.stringify([origin]))
  const page = await app.open()
  const webPage = (url: string) => visit(page, `/pages/web/webview?url=${encodeURIComponent(url)}`, 'Web page')
  await webPage(`${origin}/hello`)
  await page
    .frameLocator('main iframe')
    .frameLocator('iframe')
    .getByRole('heading', { name: 'Hello from elsewhere' })
    .waitFor()
  await page.getByRole('main').getByText(new URL(origin).host, { exact: true }).waitFor()
  await webPage('https://example.org/offer?x=1')
  await page.getByText('This page is outside the app').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  const out = page.getByRole('link', { name: 'Open in the browser' })
  expect(await out.getAttribute('href')).toBe('https://example.org/offer?x=1')
  expect(await out.getAttribute('rel')).toBe('noopener noreferrer')
  await webPage('javascript:alert(1)')
  await page.getByText("This address can't be opened").waitFor()
  expect(await page.getByRole('link', { name: 'Open in the browser' }).count()).toBe(0)
})
