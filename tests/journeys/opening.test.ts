import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { examineStatus } from '#protocol/settings.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { stored } from '#tests/support/stored.ts'

const app = journey()
const name = 'voltfolio-opened-on'
const earlier = '2026-01-01'

/** The device has been here on an earlier day. */
const cameBefore = (page: Page) =>
  page.addInitScript(
    ([key, day]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, day)
    },
    [name, earlier] as const,
  )
const noted = (page: Page) => page.evaluate((key) => localStorage.getItem(key), name)
const advertisement = (page: Page) => page.getByRole('dialog', { name: 'From the operator' })

/** Whether the advertisements were asked for, once everything that was to be fetched is there. */
async function asksFor(page: Page, go: () => Promise<unknown>): Promise<boolean> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const quiet = untilQuiet(page)
  await go()
  await quiet
  return asked.some((it) => it.includes('v2/openAd/list'))
}

/**
 * Resolves once the app has called the server and half a second passed without a request. The browser's own
 * `networkidle` comes too early where a slow machine takes longer than that to start the program.
 */
function untilQuiet(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const open = new Set<Request>()
  let hasCalled = false
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    clearTimeout(timer)
    if (hasCalled && open.size === 0) timer = setTimeout(resolve, 500)
  }
  page.on('request', (request) => {
    open.add(request)
    hasCalled ||= request.url().includes('/wx/')
    look()
  })
  const close = (request: Request) => {
    open.delete(request)
    look()
  }
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return promise
}

test('an advertisement opens over Home once a day, and goes at the first key', async () => {
  const page = await app.open({ before: cameBefore })
  await advertisement(page).waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(await advertisement(page).evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await advertisement(page).waitFor({ state: 'hidden' })
  await page.getByText('Revenue of all machines today').waitFor()
  expect(await noted(page)).not.toBe(earlier)
  // Going back from its history entry would end a reload.
  await page.waitForFunction(() => !(history.state as { overlays?: number } | null)?.overlays)
  expect(await asksFor(page, () => page.reload())).toBe(false)
  expect(await advertisement(page).count()).toBe(0)
})

test('it leads to what it is about, and lies under nothing then', async () => {
  const page = await app.open({ before: cameBefore })
  await advertisement(page).getByRole('link', { name: 'Take a look' }).click()
  await advertisement(page).waitFor({ state: 'hidden' })
  await page.waitForFunction(() => /books|login|index\/index/.test(location.hash))
})

test('none comes on the first start, nor over a page that was asked for, nor in restricted mode', async () => {
  const first = await app.open()
  expect(await asksFor(first, () => first.waitForLoadState('domcontentloaded').then(() => first.reload()))).toBe(false)
  await expect.poll(() => noted(first)).not.toBeNull()
  const deep = await app.open({ before: cameBefore, route: '/pages/my/books' })
  expect(await asksFor(deep, () => deep.reload())).toBe(false)
  const restricted = await app.open({
    before: async (page) => {
      await cameBefore(page)
      await changeAnswers(page, examineStatus, (data) => {
        data.examine = true
      })
    },
  })
  expect(await asksFor(restricted, () => restricted.reload())).toBe(false)
  expect(await noted(restricted)).toBe(earlier)
})

test('signing in to an account whose zone is a day ahead is no new day', async () => {
  // The demo member lives in Jakarta, where it is already the next day, except from 12 to 17 o'clock UTC.
  const page = await app.open({ context: { timezoneId: 'Etc/GMT+12' } })
  await expect.poll(() => noted(page)).not.toBeNull()
  await page.goto(`${app.server.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  await page.goto(`${app.server.origin}/#/pages/index/productList`)
  expect(await asksFor(page, () => page.reload())).toBe(false)
})

test('without its answer Home stands alone, and the day is not used up', async () => {
  const page = await app.open({
    before: async (it) => {
      await cameBefore(it)
      await it.route('**/wx/v2/openAd/list*', (route) => route.abort())
    },
  })
  const failed = page.waitForEvent('requestfailed', (it) => it.url().includes('v2/openAd/list'))
  await page.reload()
  await failed
  await page.getByText('Revenue of all machines today').waitFor()
  expect(await advertisement(page).count()).toBe(0)
  expect(await noted(page)).toBe(earlier)
})

test('words that are shared with the app are looked for in the Mall', async () => {
  const page = await app.open()
  await page.goto(`${app.server.origin}/?shared-title=A+page&shared-text=Embun+https%3A%2F%2Fshop.example%2Fx`)
  await page.getByRole('heading', { level: 1, name: 'Mall' }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Embun')
  await page.getByRole('link', { name: /^Embun E-Bike/ }).waitFor()
  expect(await page.evaluate(() => location.search)).toBe('')
})

test('a product that was shared by one is opened by another, and other addresses are not', async () => {
  const shared: { title?: string; url?: string }[] = []
  const page = await app.open({
    route: '/pages/index/index',
    before: async (it) => {
      await it.exposeFunction('noteShared', (given: object) => void shared.push(given))
      await it.addInitScript(() => {
        Object.defineProperty(navigator, 'share', {
          value: (given: object) =>
            (window as unknown as { noteShared(given: object): Promise<void> }).noteShared(given),
        })
      })
    },
  })
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => shared).toEqual([{ title: 'Voltfolio', url: `${app.server.origin}/#/pages/index/index` }])
  await page.getByRole('link', { name: /^Embun E-Bike/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Embun E-Bike' }).waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => shared.length).toBe(2)
  const other = await app.open()
  await other.goto(`${app.server.origin}/?shared-text=${encodeURIComponent(`Look: ${shared[1]?.url ?? ''}`)}`)
  await other.getByRole('heading', { level: 1, name: 'Embun E-Bike' }).waitFor()
  const route = encodeURIComponent(`${app.server.origin}/#/subPages/withdraw/index`)
  await other.goto(`${app.server.origin}/?shared-url=${route}`)
  await other.getByRole('heading', { level: 1, name: 'Mall' }).waitFor()
})

test('both work without a network once the app is installed', async () => {
  const page = await app.openInstalled()
  const onANewDay = async () => {
    await page.goto(`${app.server.origin}/#/pages/index/productList`)
    await page.locator('h1', { hasText: 'Home' }).waitFor()
    // Home notes the day when it is shown, so the earlier day is set after that.
    await page.evaluate(([key, day]) => localStorage.setItem(key, day), [name, earlier] as const)
    await page.reload()
    await advertisement(page).waitFor()
  }
  await page.goto(`${app.server.origin}/#/pages/index/index`)
  // Home has such a link as well. The next address is set once the navigation to the Mall is over.
  await page.getByRole('heading', { level: 1, name: 'Mall' }).waitFor()
  await page
    .getByRole('link', { name: /^Embun E-Bike/ })
    .first()
    .waitFor()
  await onANewDay()
  for (const path of ['v2/openAd/list', 'g/goods/list'])
    await expect
      .poll(async () => JSON.stringify(await stored(page, /[0-9a-f]{8}-/, 'answers')), { message: path })
      .toContain(path)
  await page.context().setOffline(true)
  await onANewDay()
  await page.goto(`${app.server.origin}/?shared-text=Embun`)
  await page.getByRole('heading', { level: 1, name: 'Mall' }).waitFor()
  await page.getByRole('link', { name: /^Embun E-Bike/ }).waitFor()
})
