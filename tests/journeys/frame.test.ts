import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Switches } from '#protocol/settings.ts'
import { openPage } from '#src/ui/open-page.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { moving, type OpenOptions } from '#tests/support/browser.ts'
import { nextFrame } from '#tests/support/visible-text.ts'
import { journey } from '#tests/support/journey.ts'
import { register } from '#tests/support/newcomer.ts'

// The frame of every screen: the second pane, going back, large text, and the operator's feature switches.
const app = journey({}, moving)

const openMember = (route: string, options: OpenOptions = {}) => app.openAsDemo({ ...options, route })

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const isFocused = (page: Page, tag: string) =>
  page.waitForFunction((name) => document.activeElement?.tagName === name, tag)

describe('a wide screen', () => {
  const pane = (page: Page) => page.locator('[data-pane]')
  const rows = (page: Page) => page.getByRole('main').locator('li').getByRole('button')
  const openWide = (route: string) => openMember(route, { size: 'wide' })

  test.each([
    ['/subPages/product/list', 'Products', 'What one unit earns'],
    ['/subPages/product/myProduct', 'My products', 'What the machine did'],
    ['/pages/my/productOrderList', 'Product orders', 'Order number'],
    ['/pages/my/historyList?wallet=recharge', 'Wallet details', 'Reference'],
    ['/subPages/message/list', 'Messages', 'See details'],
  ] as const)('%s has the chosen one beside the list, and is worked by keyboard', async (route, title, word) => {
    const page = await openWide(route)
    await heading(page, title).waitFor()
    await pane(page).getByText(word, { exact: true }).waitFor()
    const [list, detail] = [await rows(page).first().boundingBox(), await pane(page).boundingBox()]
    expect(detail!.x).toBeGreaterThanOrEqual(list!.x + list!.width)
    expect(await axeFaults(page)).toEqual([])

    await rows(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(
      await rows(page)
        .nth(2)
        .evaluate((it) => it === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Enter')
    await isFocused(page, 'H2')
    expect(await rows(page).nth(2).getAttribute('aria-current')).toBe('true')
    await page.keyboard.press('Escape')
    expect(
      await rows(page)
        .nth(2)
        .evaluate((it) => it === document.activeElement),
    ).toBe(true)
  })

  test('keeps what is chosen in the address: a reload shows it again, and back leaves the page', async () => {
    const page = await openWide('/pages/my/productOrderList')
    await rows(page).nth(2).click()
    await page.waitForFunction(() => location.hash.includes('order='))
    const name = await pane(page).getByRole('heading', { level: 2 }).textContent()
    await page.reload()
    await pane(page)
      .getByRole('heading', { level: 2, name: name ?? '' })
      .waitFor()
    expect(await rows(page).nth(2).getAttribute('aria-current')).toBe('true')
    await page.goBack()
    await page.waitForFunction(() => !location.hash.includes('productOrderList'))
  })

  test('has an address made, and then edited, beside the list', async () => {
    const page = await openWide('/subPages/address/address')
    await page.getByRole('button', { name: 'New address' }).click()
    await pane(page).getByLabel('Recipient').fill('Sari Dewi')
    await pane(page).getByLabel('Phone number').fill('81234567890')
    await pane(page).getByRole('button', { name: 'City or district' }).click()
    await page.getByRole('searchbox', { name: 'Search places' }).fill('bandung')
    await page.getByRole('button', { name: 'Bandung West Java' }).click()
    await pane(page).getByLabel('Street and house number').fill('Jl. Braga 1')
    await pane(page).getByRole('button', { name: 'Save address' }).click()
    await rows(page).filter({ hasText: 'Jl. Braga 1' }).click()
    await pane(page).getByRole('heading', { level: 2, name: 'Sari Dewi' }).waitFor()
    expect(await pane(page).getByLabel('Recipient').inputValue()).toBe('Sari Dewi')
    expect(await axeFaults(page)).toEqual([])
  })

  test('has a slash lead to the search, but not out of a field', async () => {
    const page = await openWide('/pages/index/my')
    await visit(page, '/subPages/message/list')
    const search = page.getByRole('searchbox', { name: 'Search messages' })
    await search.waitFor()
    await isFocused(page, 'H1')
    await page.keyboard.press('/')
    expect(await search.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('/')
    expect(await search.inputValue()).toBe('/')
  })
})

describe('going back', () => {
  /**
   * Scrolls to an entry far below: a virtual list has no rows that were never near. The position moves while rows turn
   * out taller than estimated.
   */
  async function scrollDown(page: Page, top: number): Promise<void> {
    let before = -1
    await expect
      .poll(
        async () => {
          if (before < top) await page.evaluate((to) => window.scrollTo(0, to), top)
          const [last, now] = [before, await page.evaluate(() => scrollY)]
          before = now
          return now >= top && now === last
        },
        { interval: 200 },
      )
      .toBe(true)
  }

  test.each([
    ['a list of many rows', '/subPages/product/list', 1400],
    ['a page of cards', '/pages/index/index', 900],
  ] as const)(
    'restores the scroll position in %s, and the focus of the link that was followed',
    async (_, route, top) => {
      const page = await openMember(route)
      const link = page.getByRole('main').getByRole('link')
      await link.nth(3).waitFor()
      await scrollDown(page, top)
      // The link is found by its address: a virtual list replaces its rows.
      const inSight = () =>
        link.evaluateAll(
          (all) =>
            all
              .find((it) => it.getBoundingClientRect().top > 200 && it.getBoundingClientRect().bottom < 700)
              ?.getAttribute('href') ?? null,
        )
      await expect.poll(inSight).not.toBeNull()
      const left = await inSight()
      // The position moves until the page is left, while parts turn out taller than estimated.
      const leftAt = page.evaluate(
        () =>
          new Promise<number>((at) => {
            navigation.addEventListener('navigate', () => at(scrollY), { once: true })
          }),
      )
      await page.getByRole('main').locator(`a[href="${left}"]`).click()
      const at = await leftAt
      await page.getByRole('button', { name: 'Back' }).waitFor()
      await page.waitForFunction(() => scrollY === 0)
      await page.getByRole('button', { name: 'Back' }).click()
      const offBy = () => page.evaluate((to) => Math.abs(scrollY - to), at)
      await expect.poll(offBy, { timeout: 20_000 }).toBeLessThan(2)
      await page.waitForFunction((href) => document.activeElement?.getAttribute('href') === href, left)
    },
  )

  test('restores them too after a reload, where the list loads later', async () => {
    const page = await openMember('/subPages/product/list')
    await page.getByRole('main').getByRole('link').nth(3).waitFor()
    await scrollDown(page, 1400)
    // The position moves until the last moment, while rows turn out taller than estimated.
    await page.evaluate(() => {
      window.addEventListener('pagehide', () => {
        sessionStorage.setItem('left at', String(scrollY))
      })
    })
    await page.reload()
    const at = Number(await page.evaluate(() => sessionStorage.getItem('left at')))
    expect(at).toBeGreaterThanOrEqual(1400)
    await page.waitForFunction((to) => Math.abs(scrollY - to) < 2, at)
  })

  test('works at once, and the same entry can be opened again', async () => {
    const page = await openMember('/subPages/product/list')
    await page.locator('main a[href*="product/detail"]').first().waitFor()
    const opened = await page.evaluate(async () => {
      const link = () => document.querySelector<HTMLAnchorElement>('main a[href*="product/detail"]')!
      const until = (isThere: () => boolean) =>
        new Promise<void>((there) => {
          const look = () => (isThere() ? there() : void requestAnimationFrame(look))
          look()
        })
      const list = location.hash
      link().click()
      await until(() => location.hash !== list)
      history.back()
      await until(() => location.hash === list && link() !== null)
      const begun = performance.now()
      link().click()
      await until(() => location.hash !== list || performance.now() - begun > 5000)
      return location.hash
    })
    expect(opened).toContain('product/detail')
  })

  test('a row of a long list can be pressed while the list still moves', async () => {
    const page = await openMember('/subPages/product/list')
    await page.getByRole('main').getByRole('link').nth(3).waitFor()
    // Each frame scrolls a little further, until there is a row to press.
    const pressed = await page.evaluate(
      () =>
        new Promise<string | undefined>((pressedOn) => {
          let left = 600
          const move = () => {
            scrollBy(0, 2)
            const row = [...document.querySelectorAll('main a[href*="product/detail"]')].find(
              (it) =>
                it.checkVisibility({ visibilityProperty: true }) &&
                it.getBoundingClientRect().top > 200 &&
                it.getBoundingClientRect().bottom < innerHeight - 200,
            )
            const { x, y, width, height } = row?.getBoundingClientRect() ?? new DOMRect()
            const isMoving = scrollY > 40
            if ((isMoving && row) || (left -= 1) === 0)
              pressedOn(
                document
                  .elementFromPoint(x + width / 2, y + height / 2)
                  ?.closest('a')
                  ?.getAttribute('href') ?? undefined,
              )
            else requestAnimationFrame(move)
          }
          move()
        }),
    )
    expect(pressed).toContain('product/detail')
  })

  test('has a view transition of its picture within a quarter of a second; none under reduced motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await openMember('/pages/index/index', { context: { reducedMotion } })
      const link = page.getByRole('link', { name: /^Kancil S2/ })
      // The first visit caches the page, so that its picture is there at once.
      await link.waitFor()
      await visit(page, (await link.getAttribute('href'))!.replace(/^.*#/, ''))
      await page.getByText('What one unit earns').waitFor()
      await page.goBack()
      await link.waitFor()
      await page.evaluate(() => {
        const seen: number[] = []
        Object.assign(window, { seen })
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (update) => {
          const transition = start(update)
          void transition.ready.then(() => {
            for (const { effect } of document.getAnimations())
              if (effect instanceof KeyframeEffect && effect.pseudoElement === '::view-transition-group(picture)')
                seen.push(Number(effect.getTiming().duration))
          })
          return transition
        }
      })
      const seen = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen)
      const expected = reducedMotion === 'reduce' ? [] : [250, 250]
      await link.click()
      await heading(page, 'Kancil S2').waitFor()
      await expect.poll(seen).toEqual(expected.slice(1))
      await page.getByRole('button', { name: 'Back' }).click()
      await heading(page, 'Mall').waitFor()
      await expect.poll(seen).toEqual(expected)
    }
  })
})

test('text at 200 % hides no tab and no word of the ribbon, and nothing overlaps', async () => {
  for (const width of [390, 320]) {
    const page = await openMember('/pages/index/my', { context: { viewport: { width, height: 700 } } })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await nextFrame(page)
    await bar(page).getByRole('link').nth(3).waitFor()
    const lost = () =>
      bar(page)
        .getByRole('link')
        .evaluateAll(
          (links, most) =>
            links
              .map((it) => it.getBoundingClientRect())
              .filter((it) => it.left < 0 || it.right > most || it.height < 44).length,
          width,
        )
    await expect.poll(lost).toBe(0)
    const ribbon = page.getByText('the money here is not real')
    expect(await ribbon.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
    // Sticky headers begin under the ribbon, however tall it is.
    await page.evaluate(() => window.scrollTo(0, 600))
    const gap = async () => {
      const [above, below] = [await ribbon.boundingBox(), await page.getByRole('main').locator('header').boundingBox()]
      return above && below ? Math.round(below.y) - Math.round(above.y + above.height) : undefined
    }
    await expect.poll(gap).toBe(0)
    await page.context().close()
  }
})

test('My says how much is new there', async () => {
  const page = await openMember('/pages/index/index')
  await bar(page)
    .getByRole('link', { name: /^My \d+ new$/ })
    .waitFor()
  await visit(page, '/subPages/message/list')
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByText('All read').waitFor()
  await visit(page, '/pages/index/index')
  await bar(page).getByRole('link', { name: 'My', exact: true }).waitFor()
})

describe('what the operator switches', () => {
  const usual: Switches = { examine: false, showTimeDeposit: true, showGoods: '0', switchedOff: [] }

  async function operatorSets(flags: Switches) {
    const { ok } = await fetch(`${app.server.origin}/test/switches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(flags),
    })
    expect(ok).toBe(true)
  }

  /** Fires the events of a phone that returns to the app. */
  const comeBack = (page: Page) =>
    page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })

  test('to restricted mode and back: two tabs, its home, what is off and whose choice that is; the same without a network', async () => {
    await operatorSets(usual)
    const page = await openMember('/pages/index/index')
    await heading(page, 'Mall').waitFor()
    await operatorSets({ ...usual, examine: true, switchedOff: ['games', 'pointsmall'] })
    // A repeat is needed where the app was already asking.
    await expect
      .poll(
        async () => {
          await comeBack(page)
          return page.evaluate(() => location.hash)
        },
        { timeout: 20_000 },
      )
      .toBe('#/pages/index/index2')
    await page.getByText('Turned off: Mall, News, Buying, Games, and Points mall.').waitFor()
    await page.getByText('The operator of this server chose this.').waitFor()
    expect(await bar(page).getByRole('link').count()).toBe(2)
    expect(await page.getByText('Newest').count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])

    // A route that is off says so, a removed tab leads to the remaining one, and the member's own routes stay.
    await visit(page, '/subPages/box/index')
    await page.getByText('Turned off: Games', { exact: true }).waitFor()
    await visit(page, '/subPages/product/detail?id=00000000-0000-4000-8000-000000000000')
    await page.getByText('Turned off: Buying', { exact: true }).waitFor()
    await visit(page, '/pages/index/my')
    await page.waitForFunction(() => location.hash === '#/pages/index/my2')
    await page.getByRole('link', { name: 'Withdraw' }).click()
    await heading(page, 'Withdraw').waitFor()
    // What was won stays reachable.
    for (const name of ['Prizes won', 'Prize pool']) {
      await visit(page, '/pages/index/my2')
      await page.getByRole('link', { name }).click()
      await heading(page, name).waitFor()
    }
    await visit(page, '/pages/my/checkIn')
    await heading(page, 'Daily check-in').waitFor()

    await page.route('**/wx/**', (it) => it.abort())
    await page.reload()
    await page.getByText('Turned off: Mall, News, Buying, Games, and Points mall.').waitFor()
    await page.unrouteAll()

    await operatorSets(usual)
    await visit(page, '/pages/index/my2')
    await page.reload()
    await page.waitForFunction(() => location.hash === '#/pages/index/productList')
    // Its offers came without them while buying was off.
    await page.getByRole('heading', { name: 'Featured' }).waitFor()
    expect(await bar(page).getByRole('link').count()).toBe(4)
    expect(await page.getByText('Restricted mode.').count()).toBe(0)
  })

  test('deep in the app: restricted mode brings home from a page it takes away, says so, and leaves My complete', async () => {
    await operatorSets(usual)
    const page = await openMember('/subPages/product/list')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Last 30 days/ })
      .first()
      .click()
    await page.getByText('What one unit earns').waitFor()
    await page.getByRole('link', { name: 'Buy', exact: true }).click()
    await heading(page, 'Create order').waitFor()

    await operatorSets({ ...usual, examine: true, switchedOff: ['topup', 'team'] })
    await expect
      .poll(
        async () => {
          await comeBack(page)
          return page.evaluate(() => location.hash)
        },
        { timeout: 20_000 },
      )
      .toBe('#/pages/index/index2')
    await page.getByText('The page you were on is turned off.').waitFor()
    await page.getByText('Turned off: Mall, News, Buying, Topping up, and Invitations and team.').waitFor()
    await visit(page, '/pages/index/my2')
    const mine = page.getByRole('main')
    for (const name of ['Bank cards', 'Contract and salary', 'Levels', 'Coupons', 'Gift code', 'Withdraw', 'Orders'])
      await mine.getByRole('link', { name, exact: true }).waitFor()
    expect(await mine.getByRole('link', { name: 'Invite someone' }).count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await mine.getByRole('link', { name: 'Levels', exact: true }).click()
    await heading(page, 'Member levels').waitFor()

    await visit(page, '/pages/pay/ustd')
    await page.getByText('Topping up is turned off.').waitFor()
    const refused = await page.evaluate(async () => {
      const answer = await fetch('/wx/g/goods/list')
      return ((await answer.json()) as { errno: number }).errno
    })
    expect(refused).toBe(1403)
    await operatorSets(usual)
  })

  test("restricted mode doesn't send a member without a machine to the Mall, in whose place its Home stands", async () => {
    const page = await app.open({ route: '/pages/auth/register' })
    await register(page, app.server.origin)
    await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
    await operatorSets({ ...usual, examine: true })
    await page.reload()
    await page.waitForFunction(() => location.hash === '#/pages/index/index2')
    const home = page.locator(openPage)
    await home.getByText("You don't own a machine yet", { exact: true }).waitFor()
    await home.getByText('Earned today').waitFor()
    expect(await home.locator('a[href$="#/pages/index/index"]').count()).toBe(0)
    await operatorSets(usual)
  })

  test('show-goods: restricted mode keeps its offers and their pages', async () => {
    await operatorSets({ ...usual, examine: true, showGoods: '1' })
    const page = await app.open()
    await page.waitForFunction(() => location.hash === '#/pages/index/index2')
    await page.getByText('Turned off: Mall and News.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'More', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'More products' }).waitFor()
    await page.goBack()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Last 30 days/ })
      .first()
      .click()
    await page.getByText('What one unit earns').waitFor()
    await operatorSets(usual)
  })

  test('time deposit: the wallet is shown, hidden, and shown again', async () => {
    await operatorSets({ ...usual, showTimeDeposit: false })
    // The demo member has a deposit, whose balance is never hidden.
    const page = await app.open({ route: '/pages/auth/register' })
    await register(page, app.server.origin)
    await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
    await visit(page, '/pages/my/historyList?wallet=time-deposit')
    const wallets = page.getByRole('radiogroup', { name: 'Wallet' })
    await wallets.getByRole('radio', { name: 'Points' }).waitFor()
    expect(await wallets.getByRole('radio', { name: 'Deposit' }).count()).toBe(0)
    expect(await wallets.getByRole('radio', { name: 'Income' }).isChecked()).toBe(true)
    await operatorSets(usual)
    await comeBack(page)
    await wallets.getByRole('radio', { name: 'Deposit', checked: true }).waitFor()
  })

  test('categories: the Mall shows those it is given, and none where there are none', async () => {
    const given = (positions: Record<string, unknown[]>) => (page: Page) =>
      page.route('**/wx/catalog/getCategoryIndex*', (it) =>
        it.fulfill({
          status: 200,
          headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
          body: JSON.stringify({
            errno: 0,
            errmsg: '',
            data: { l1Category: positions[new URL(it.request().url()).searchParams.get('positionCode') ?? ''] ?? [] },
          }),
        }),
      )
    const robots = { id: 'robots', name: 'Robot cars', kind: 'vehicle', art: 'sedan', products: 2 }
    const vans = { id: 'vans', name: 'Vans', kind: 'vehicle', art: 'van', products: 3 }
    const page = await app.open({ route: '/pages/index/index', before: given({ labelCategory: [robots, vans] }) })
    await page.getByRole('link', { name: /^Vans/ }).waitFor()
    expect(await page.getByText('Run by AI').count()).toBe(0)
    const other = await app.open({ route: '/pages/index/index', before: given({ aiCategory: [robots] }) })
    await other.getByRole('heading', { name: 'Run by AI' }).waitFor()
    await other.getByRole('link', { name: /^Robot cars/ }).waitFor()
    expect(await other.getByRole('link', { name: /^Vans/ }).count()).toBe(0)
    // The only category of its kind would repeat what the filter shows.
    const only = await app.open({
      route: '/pages/index/index',
      before: given({ labelCategory: [vans], aiCategory: [robots] }),
    })
    await only.getByRole('heading', { name: 'Run by AI' }).waitFor()
    expect(await only.getByRole('link', { name: /^Vans/ }).count()).toBe(0)
  })
})
