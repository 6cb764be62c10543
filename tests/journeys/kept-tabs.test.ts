import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { userGoodsTotal } from '#protocol/products.ts'
import { examineStatus } from '#protocol/settings.ts'
import { moving, openApp } from '#tests/support/browser.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'
import { untilStill } from '#tests/support/until-still.ts'
import { openPage } from '#src/ui/open-page.ts'

const app = journey({}, moving)

interface TraceEvent {
  name: string
  args: { beginData?: { dirtyObjects?: number } }
}

async function openHome(): Promise<Page> {
  const page = await app.openAsDemo()
  await untilLoaded(page)
  return page
}

const linkTo = (page: Page, tab: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: tab })

async function tap(page: Page, tab: string): Promise<void> {
  await linkTo(page, tab).tap()
  await page.getByRole('heading', { level: 1, name: tab, exact: true }).waitFor()
  await untilLoaded(page)
}

const go = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

/** Lets what is fresh grow old, and returns to the app, which asks for what it shows. */
const passMinutes = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    const { now } = Date
    Object.defineProperty(Date, 'now', { configurable: true, value: () => now() + ms })
    window.dispatchEvent(new Event('visibilitychange'))
  }, minutes * 60_000)

/** Lets the answers that are there be drawn ones: a page that is left sooner after one runs its effects first. */
const passSeconds = (page: Page, seconds: number) =>
  page.evaluate((ms) => {
    const { now } = Date
    Object.defineProperty(Date, 'now', { configurable: true, value: () => now() + ms })
  }, seconds * 1000)

/** Marks the page that is shown, and says whether it is the one that is shown later. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.locator(`${openPage} h1`).evaluate((it) => it.setAttribute('data-marked', ''))
  return async () => (await page.locator(`${openPage} h1[data-marked]`).count()) === 1
}

/** What the page had to show in each frame that is drawn from now on. */
async function watchFrames(page: Page): Promise<() => Promise<{ title: string; text: string }[]>> {
  await page.evaluate((selector) => {
    const frames: { title: string; text: string }[] = []
    Object.assign(window, { frames })
    const note = () => {
      const main = document.querySelector(selector)
      frames.push({
        title: main?.querySelector('h1')?.textContent ?? '',
        text: main?.textContent ?? '',
      })
    }
    requestAnimationFrame(function next() {
      // Before the frame is drawn, and in a task after it: what comes between is in one of the two.
      note()
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        note()
        requestAnimationFrame(next)
      }
      port2.postMessage('')
    })
  }, openPage)
  return () => page.evaluate(() => (window as unknown as { frames: { title: string; text: string }[] }).frames)
}

test('a tab comes back as it was left, with its rows where they were scrolled to', async () => {
  const page = await openHome()
  const slides = page.getByRole('region', { name: 'News from the operator' }).getByRole('list')
  await slides.evaluate((it) => it.scrollTo({ left: 300, behavior: 'instant' }))
  await expect.poll(() => slides.evaluate((it) => it.scrollLeft)).toBeGreaterThan(250)
  const left = await slides.evaluate((it) => it.scrollLeft)
  const isSame = await marked(page)
  await tap(page, 'My')
  expect(await isSame()).toBe(false)
  await tap(page, 'Home')
  expect(await isSame()).toBe(true)
  expect(await slides.evaluate((it) => it.scrollLeft)).toBeCloseTo(left, 0)
  // Below the first screenful a row follows with its part.
  await tap(page, 'My')
  const units = page.getByRole('heading', { name: 'My products' }).locator('../..').getByRole('list')
  await units.evaluate((it) => it.scrollTo({ left: 100, behavior: 'instant' }))
  await tap(page, 'Home')
  await tap(page, 'My')
  expect(await units.evaluate((it) => it.scrollLeft)).toBe(100)
  await tap(page, 'Home')
  // Its parts still answer.
  await page.getByRole('button', { name: 'Hide amounts' }).tap()
  await page.getByRole('button', { name: 'Hide amounts', pressed: true }).waitFor()
})

test('while another page is open, nobody finds the tab, and it asks nothing', async () => {
  const page = await openHome()
  await tap(page, 'Mall')
  await tap(page, 'News')
  expect(await page.getByRole('main').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['News'])
  expect(await page.getByText('Earned today').filter({ visible: true }).count()).toBe(0)
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  const spoken = nodes.map((it) => String(it.name?.value ?? ''))
  expect(spoken).toContain('News')
  expect(spoken.filter((it) => /Earned today|Search the offers/.test(it))).toEqual([])
  // The search of the browser.
  expect(
    await page.evaluate(() => Reflect.apply(Reflect.get(window, 'find') as () => boolean, window, ['Earned today'])),
  ).toBe(false)
  // A key that moves the focus: past every control of the page, and once around.
  const reached = new Set<boolean>()
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement?.closest('[data-away]') !== null))
  }
  expect([...reached]).toEqual([false])
  const asked: string[] = []
  page.on('request', (it) => asked.push(it.url()))
  const told = page.waitForResponse((it) => it.url().includes('/wx/help/list'))
  await page.evaluate(() => {
    Object.defineProperty(Date, 'now', {
      value: (
        (now) => () =>
          now() + 3_600_000
      )(Date.now),
    })
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await told
  await page.waitForLoadState('networkidle')
  expect(asked.filter((it) => /home\/indexV3|goods\/list/.test(it))).toEqual([])
})

test('amounts that are hidden are nowhere in the document, nor in a frame of a tab that was left', async () => {
  const page = await openHome()
  await tap(page, 'My')
  await page.locator(openPage).getByText(/\$\d/).first().waitFor()
  const isSame = await marked(page)
  await tap(page, 'Home')
  await page.getByRole('button', { name: 'Hide amounts' }).tap()
  await page.getByRole('button', { name: 'Hide amounts', pressed: true }).waitFor()
  // Not even out of sight: docs/privacy.md.
  expect(await page.locator('[data-away]').count()).toBe(0)
  const frames = await watchFrames(page)
  await tap(page, 'My')
  const ofMy = (await frames()).filter((it) => it.title === 'My')
  expect(ofMy.length).toBeGreaterThan(0)
  expect(ofMy.filter((it) => /\$\d/.test(it.text))).toEqual([])
  expect(await isSame()).toBe(false)
})

test('what changed meanwhile is there in the first frame: an amount', async () => {
  const page = await openHome()
  const was = await page.getByText('Earned today').locator('..').textContent()
  const isSame = await marked(page)
  await tap(page, 'My')
  await changeAnswers(page, userGoodsTotal, (it) => {
    it.today += 12_300
  })
  const told = page.waitForResponse(`**/wx/${userGoodsTotal.path}**`)
  await passMinutes(page, 1)
  await told
  await page.waitForLoadState('networkidle')
  const frames = await watchFrames(page)
  await tap(page, 'Home')
  const ofHome = (await frames()).filter((it) => it.title === 'Home')
  expect(ofHome[0]?.text).toContain('Earned today')
  expect(ofHome.filter((it) => it.text.includes(was ?? ''))).toEqual([])
  expect(await isSame()).toBe(true)
})

/** Resolves with what holds the moment a page that was kept is in sight, before any frame shows it. */
const atReturn = (page: Page) =>
  page.evaluate(
    (selector) =>
      new Promise<{ title: string; text: string; isFocused: boolean }>((isThere) => {
        const watch = new MutationObserver((changes) => {
          if (!changes.some(({ target }) => target instanceof HTMLElement && !('away' in target.dataset))) return
          watch.disconnect()
          const open = document.querySelector(selector)
          const heading = open?.querySelector('h1')
          isThere({
            title: heading?.textContent ?? '',
            text: open?.textContent ?? '',
            isFocused: heading === document.activeElement,
          })
        })
        watch.observe(document.body, { subtree: true, attributeFilter: ['data-away'] })
      }),
    openPage,
  )

/**
 * Goes back and forth between Home and a tab, until the tab's effects follow after its return. Effects run first while
 * answers still change what is shown: late ones, or those that the first visits were left before.
 */
async function untilEffectsFollow(page: Page, tab: string): Promise<void> {
  await tap(page, tab)
  await passSeconds(page, 2)
  const isFocusedAtReturn = async () => {
    await tap(page, 'Home')
    const there = atReturn(page)
    await tap(page, tab)
    const { title, isFocused } = await there
    expect(title).toBe(tab)
    return isFocused
  }
  // React runs the effects in the same task as the change of page where it runs them before the frame.
  await expect.poll(isFocusedAtReturn, { interval: 1500, timeout: 20_000 }).toBe(false)
}

test('a tab comes back under its own title, and its effects follow where nothing has changed', async () => {
  const page = await openHome()
  await untilEffectsFollow(page, 'My')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My')
})

test('what changed meanwhile is there at once: a name that waits to be sent', async () => {
  const page = await openHome()
  await untilEffectsFollow(page, 'My')
  const isSame = await marked(page)
  await passSeconds(page, 2)
  await go(page, '/pages/my/changeInfo')
  await page.getByRole('heading', { level: 1, name: 'Change profile' }).waitFor()
  await page.getByLabel('Nickname').fill('Sari Wati')
  // Held, so that nothing but the command has changed: neither an answer, nor whether there is a network.
  const held = Promise.withResolvers<void>()
  await page.route('**/wx/**', async (it) => {
    await held.promise
    await it.abort()
  })
  await page.getByRole('button', { name: 'Save name' }).tap()
  await page.getByText('Saved on this device').first().waitFor()
  const there = atReturn(page)
  await page.getByRole('button', { name: 'Back' }).tap()
  const { title, text } = await there
  expect(title).toBe('My')
  expect(text).toContain('Sari Wati')
  expect(await isSame()).toBe(true)
  held.resolve()
})

test('a long list that was scrolled runs its effects at once: they draw the rows where it is shown', async () => {
  const page = await openHome()
  // The demonstration's articles are few.
  await page.setViewportSize({ width: 390, height: 280 })
  await untilEffectsFollow(page, 'News')
  const list = page.locator(`${openPage} [data-virtual-list]`)
  const first = (await list.locator('li').first().textContent()) ?? ''
  // Far enough that the first row is gone from the document.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollBy(0, 300))
      return await list.textContent()
    })
    .not.toContain(first)
  const isSame = await marked(page)
  await tap(page, 'Home')
  const there = atReturn(page)
  await tap(page, 'News')
  expect(await there).toMatchObject({ title: 'News', isFocused: true })
  await expect.poll(() => list.textContent()).toContain(first)
  expect(await isSame()).toBe(true)
})

test('a tab whose page stopped working is tried again when it is tapped', async () => {
  const { context, page } = await openApp(app.browser, app.server.origin, {
    before: (it) =>
      it.addInitScript(() => {
        const { NumberFormat } = Intl
        Object.defineProperty(Intl, 'NumberFormat', {
          value: function Broken(...args: ConstructorParameters<typeof NumberFormat>) {
            const isMended = document.documentElement?.dataset['mended'] === ''
            if (args[1]?.style === 'currency' && !isMended) throw new TypeError('broken on purpose')
            return new NumberFormat(...args)
          },
        })
      }),
  })
  await page.getByText('This page stopped working').waitFor()
  await page.evaluate(() => {
    document.documentElement.dataset['mended'] = ''
  })
  await page.getByRole('link', { name: 'Go to Home' }).tap()
  await page.getByText('Revenue of all machines today').waitFor()
  await context.close()
})

test('it comes back with its layout', async () => {
  const page = await openHome()
  const tabs = ['Mall', 'News', 'My', 'Home']
  for (const tab of tabs) await tap(page, tab)
  for (const tab of tabs) {
    await page.waitForLoadState('networkidle')
    // What a page draws only once it is shown is laid out for the first time then.
    await untilStill(page)
    const link = (await linkTo(page, tab).elementHandle())!
    await app.browser.startTracing(page, { categories: ['devtools.timeline'] })
    await link.tap()
    // Locators by role would have pages that are away styled and laid out as well.
    await page.waitForFunction(
      ([selector, title]) =>
        document.querySelector(`${selector} h1`)?.textContent === title &&
        new Promise((drawn) => {
          requestAnimationFrame(() => requestAnimationFrame(drawn))
        }).then(() => true),
      [openPage, tab] as const,
    )
    const { traceEvents } = JSON.parse((await app.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    const laidOut = traceEvents.filter((it) => it.name === 'Layout').map((it) => it.args.beginData?.dirtyObjects ?? 0)
    const all = await page.locator(`${openPage} *`).count()
    expect(laidOut.length, tab).toBeGreaterThan(0)
    expect(Math.max(...laidOut), tab).toBeLessThan(all / 2)
  }
})

test('a tab that is opened at another address is drawn anew', async () => {
  const page = await openHome()
  await tap(page, 'Mall')
  const field = page.getByRole('searchbox', { name: 'Search the offers' })
  await field.fill('van')
  await field.blur()
  await page.waitForURL(/text=van/)
  await tap(page, 'Home')
  await tap(page, 'Mall')
  expect(await field.inputValue()).toBe('')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
})

test('a page that was left is gone once nobody is signed in', async () => {
  const page = await openHome()
  await tap(page, 'My')
  const isSame = await marked(page)
  await go(page, '/pages/my/set')
  await page.getByRole('button', { name: 'Log out' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  expect(await page.locator('main').count()).toBe(1)
  await signInAsDemo(page)
  await go(page, '/pages/index/my')
  await page.getByRole('heading', { level: 1, name: 'My', exact: true }).waitFor()
  expect(await isSame()).toBe(false)
})

test('in review mode the document has nothing of a tab that was left', async () => {
  const page = await openHome()
  await tap(page, 'Mall')
  expect(await page.locator('[data-away]').count()).toBe(1)
  await changeAnswers(page, examineStatus, (it) => {
    it.examine = true
  })
  await passMinutes(page, 1)
  await page.getByText('Restricted mode.').waitFor()
  expect(await page.locator('[data-away]').count()).toBe(0)
})

test('a field that has the focus when its page is left does not call the page back', async () => {
  const page = await openHome()
  await tap(page, 'Mall')
  const offer = await page.locator(`${openPage} a[href*="product/detail"]`).first().getAttribute('href')
  await page.getByRole('searchbox', { name: 'Search the offers' }).focus()
  await go(page, offer!.slice(offer!.indexOf('#') + 1))
  await page.getByRole('link', { name: 'Buy', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(page.url()).toContain('product/detail')
  expect(await page.locator('[data-away] :focus').count()).toBe(0)
})
