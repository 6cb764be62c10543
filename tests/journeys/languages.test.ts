import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { root } from '#server/install.mjs'
import { openApp } from '#tests/support/browser.ts'
import { brokenWords, clippedText, cutChoices, nextFrame, overlappedText } from '#tests/support/visible-text.ts'
import { journey } from '#tests/support/journey.ts'
import { pseudoText } from '#tests/support/pseudo-text.ts'
import { searchesOf } from '#tests/support/route-searches.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'
import { sitemap } from '#src/sitemap.ts'

const app = journey()
/** One page, signed in; tests change its language and its hash. */
let page: Page
let searches: Awaited<ReturnType<typeof searchesOf>>

beforeAll(async () => {
  const opened = await openApp(app.browser, app.server.origin, {
    route: '/pages/auth/login',
    prefetches: false,
    context: { viewport: phone, serviceWorkers: 'block' },
  })
  page = opened.page
  await signInAsDemo(page)
  searches = await searchesOf(app.server.origin)
}, 120_000)

const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }
const wide = { width: 1280, height: 800 }

const signInPages = ['/pages/auth/login', '/pages/auth/register', '/pages/auth/changePassword']
const ofMembers = [
  ...sitemap.map((place) => place.path).filter((path) => !signInPages.includes(path)),
  '/pages/auth/changePassword?of=transaction',
]

/** Resolves when the screen of the route has loaded. */
async function go(route: string): Promise<void> {
  await page.evaluate((to) => {
    // The old page stays until the next one is there.
    if (location.hash.slice(1).split('?')[0] !== to.split('?')[0])
      document.querySelector('main:not([data-away] *)')?.setAttribute('data-left', '')
    location.hash = to
  }, route)
  await page.locator('main:not([data-left], [data-away] *)').waitFor()
  await untilLoaded(page)
}

async function speak(language: string): Promise<void> {
  await go('/pages/my/set')
  await page.locator('select:has(> option[lang])').selectOption(language)
  await page.waitForFunction((to) => document.documentElement.lang === to, language)
}

const routesTo = (path: string) => (searches[path] ?? ['']).map((search) => path + search)

/** Clipped or overflowing text, on the narrowest phone and with text at 200 %. */
async function validationErrorsOf(route: string): Promise<Record<string, string[]>> {
  await go(route)
  await page.setViewportSize(narrow)
  const narrowly = await settledClippedText()
  await page.setViewportSize(phone)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const enlarged = await settledClippedText()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  return {
    ...(narrowly.length > 0 && { [`${route} at 320 px`]: narrowly }),
    ...(enlarged.length > 0 && { [`${route} at 200 %`]: enlarged }),
  }
}

/**
 * The faults that `look` finds after some frames: a long list measures changed rows a frame later, on a busy machine
 * later still, and what the server says in another language comes after the page.
 */
async function settled(look: () => Promise<string[]>): Promise<string[]> {
  const patienceMs = 10_000
  const begun = performance.now()
  for (;;) {
    await nextFrame(page)
    const faults = await look()
    if (faults.length === 0 || performance.now() - begun > patienceMs) return faults
  }
}

const settledClippedText = () => settled(() => clippedText(page))

/** The densest pages. Every page is checked in the longer pseudo language below. */
const dense = [
  '/pages/index/productList',
  '/pages/index/my',
  '/pages/my/set',
  '/pages/my/checkIn',
  '/pages/my/historyList',
  '/pages/my/equity',
  '/subPages/product/detail2',
  '/subPages/product/createOrder',
  '/subPages/product/myProduct',
  '/subPages/product/myProductDetail',
  '/subPages/withdraw/index',
]

// The tallest letters, and the other direction. The pseudo language below has longer words than Indonesian.
test.each(['vi', 'ar'])('nothing is cut off in %s', async (language) => {
  await speak(language)
  const faults = {}
  for (const path of dense.flatMap(routesTo)) Object.assign(faults, await validationErrorsOf(path))
  expect(faults).toEqual({})
})

test('every title of a page is one line on a phone, in every language', async () => {
  await go('/pages/my/set')
  await page.setViewportSize(phone)
  const long = await page.getByRole('heading', { level: 1 }).evaluate((it, titles) => {
    const [before, lineHeight] = [it.textContent, Number.parseFloat(getComputedStyle(it).lineHeight)]
    const ofTwoLines = titles.filter((title) => {
      it.textContent = title
      return it.getBoundingClientRect().height > 1.5 * lineHeight
    })
    it.textContent = before
    return ofTwoLines
  }, titles())
  expect(long).toEqual([])
})

/** The sitemap's titles in all languages. */
function titles(): string[] {
  const found = languages.flatMap((language) => {
    const catalogue = readFileSync(join(root, 'locales', language, 'first.po'), 'utf8')
    return [...catalogue.matchAll(/msgid "title\.[^"]+"\nmsgstr "([^"]+)"/g)].map(([, title = '']) => title)
  })
  expect(found.length).toBeGreaterThan(languages.length * 40)
  return found
}

test.each(languages)('choices to open can be read on a phone and on a wide screen, in %s', async (language) => {
  await speak(language)
  const cut: string[] = []
  for (const [route, selects] of [
    ['/pages/my/historyList', 1],
    ['/pages/index/index', 2],
  ] as const) {
    await go(route)
    await page
      .locator('select')
      .nth(selects - 1)
      .waitFor()
    for (const size of [phone, narrow, wide]) {
      await page.setViewportSize(size)
      await nextFrame(page)
      cut.push(...(await cutChoices(page)).map((it) => `${route}, ${size.width} px: ${it}`))
    }
    await page.setViewportSize(phone)
  }
  expect(cut).toEqual([])
  // The measure tells a field that is too narrow.
  await page
    .locator('select')
    .first()
    .evaluate((it) => it.style.setProperty('max-width', '6rem'))
  expect(await cutChoices(page)).not.toEqual([])
  await page
    .locator('select')
    .first()
    .evaluate((it) => it.style.removeProperty('max-width'))
})

test('what the server says follows the language, without a reload', async () => {
  await go('/pages/index/productList')
  await speak('vi')
  await go('/pages/index/productList')
  await page.getByText('Mọi chuyến đi đều được ghi lại').first().waitFor()
  await speak('id')
  await go('/pages/index/productList')
  await page.getByText('Setiap perjalanan tercatat').first().waitFor()
  await page.reload()
  await page.waitForFunction(() => document.documentElement.lang === 'id')
})

test('news and help are searched by the words of the language that they are in now', async () => {
  await speak('en')
  await go('/subPages/news/list')
  const search = page.locator('main:not([data-left], [data-away] *) input[type=search]')
  await search.fill('refuse a card')
  await page.getByRole('link', { name: 'How to withdraw' }).waitFor()
  await speak('id')
  await go('/subPages/news/list')
  await search.fill('menolak kartu')
  await page.getByRole('link', { name: 'Cara menarik dana' }).waitFor()
})

test('a page opened while a language loads changes to it too', async () => {
  const { page: visitor } = await openApp(app.browser, app.server.origin, {
    route: '/pages/auth/login',
    prefetches: false,
    context: { viewport: phone, serviceWorkers: 'block' },
  })
  let letGo = () => {}
  const held = new Promise<void>((go) => {
    letGo = go
  })
  await visitor.route(/text-id-landing/, async (route) => {
    await held
    await route.continue()
  })
  const isAsked = visitor.waitForRequest(/text-id-landing/)
  await visitor.locator('select:has(> option[lang])').selectOption('id')
  await isAsked
  await visitor.evaluate(() => {
    location.hash = '/pages/my/books'
  })
  await visitor.getByText('What all members own, what the operator holds').waitFor()
  letGo()
  await visitor.getByText('Semua milik anggota, semua yang dipegang operator').waitFor()
  await visitor.close()
})

describe('in the pseudo language', () => {
  /** Words from the server, which answers in Chinese here; any other plain letters are untranslated. */
  const served = new Set<string>()

  beforeAll(async () => {
    const { page: opened } = await openApp(app.browser, app.server.origin, {
      route: '/pages/auth/login',
      prefetches: false,
      context: { viewport: phone, serviceWorkers: 'block', locale: 'zh-CN' },
      before: async (it) => {
        // Chosen here, so that the member's own language, English, is not followed.
        await it.addInitScript(() => localStorage.setItem('voltfolio-locale', '{"language":"zh-Hans"}'))
        it.on('response', async (answer) => {
          if (answer.url().includes('/wx/')) collect(await answer.json().catch(() => null), served)
        })
        await it.route(/text-zh-Hans-/, async (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            body: await pseudoText(/-(first|landing|rest)-/.exec(route.request().url())?.[1] ?? ''),
          }),
        )
      },
    })
    page = opened
  })

  test.each(signInPages)('%s has no untranslated and no clipped text', judge)

  test('a member signs in', async () => {
    await go('/pages/auth/login')
    await page.getByRole('checkbox').check()
    await page.locator('form button:not([type=submit])').last().click()
    await page.locator('form button[type=submit]').click()
    await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/[ȧḗǿŧ]/)
  })

  test.each(ofMembers)('%s has no untranslated text, and clips none that is a third longer', judge)

  async function judge(path: string): Promise<void> {
    for (const route of routesTo(path)) {
      expect(await validationErrorsOf(route)).toEqual({})
      expect(
        (await plainWords(page)).filter((it) => !known(it, served.union(toldBy(route)))),
        `said in plain letters: ${route}`,
      ).toEqual([])
    }
  }
})

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const it of Object.values(value)) collect(it, into)
}

/** Visible or announced text with three plain letters in a row, except code and what is marked as English. */
function plainWords(of: Page): Promise<string[]> {
  return of.evaluate(() => {
    const heard = [...document.querySelectorAll('[aria-label], [placeholder], img[alt]')].flatMap((it) =>
      ['aria-label', 'placeholder', 'alt'].map((name) => it.getAttribute(name) ?? ''),
    )
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node; node = words.nextNode())
      if (!node.parentElement?.closest('option, script, style, code, .part-missing, :not(html)[lang="en"]'))
        heard.push(node.textContent ?? '')
    return [...new Set(heard.map((it) => it.trim()).filter((it) => /[A-Za-z]{3}/.test(it)))]
  })
}

/** The texts that a route's own address brings: the name of a place. */
function toldBy(route: string): Set<string> {
  return new Set(new URLSearchParams(route.split('?')[1]).values())
}

/** Names, addresses of pages, builds, units, currencies and the code of a card are spelled alike everywhere. */
function known(words: string, served: ReadonlySet<string>): boolean {
  // An address of a chain is shown in groups of its letters.
  if ([...served].some((it) => /^\w{30,}$/.test(it) && it.includes(words))) return true
  let rest = words.replaceAll(/\S+@voltfolio\.invalid/g, '')
  for (const it of [...served].filter((text) => text.length > 2).toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(it, '')
  return !/[A-Za-z]{3}/.test(
    rest.replaceAll(/Voltfolio|USDT?|CVV|kWh|https?:\S+|example\.org|[0-9a-f]{12}|[0-9A-F]{4}-[0-9A-F]{4}/g, ''),
  )
}

const tabPages = ['/pages/index/productList', '/pages/index/index', '/pages/index/my', '/subPages/news/list']
/** Each has its action at the bottom. */
const actionPages = ['/pages/my/checkIn', '/pages/my/answer', '/pages/my/offline', '/subPages/product/createOrder']

/** Dense pages of names, amounts and switches, which stand side by side where there is room. */
const rowPages = [
  '/pages/my/set',
  '/pages/my/historyList',
  '/subPages/product/myProduct',
  '/subPages/product/myProductDetail',
  '/subPages/withdraw/index',
]

test('text at 200 % leaves most of a narrow phone to the page itself, and breaks no word', async () => {
  await speak('en')
  await page.setViewportSize(narrow)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const free: Record<string, number> = {}
  const broken: Record<string, string[]> = {}
  for (const path of [...tabPages, ...actionPages, ...rowPages].flatMap(routesTo)) {
    await go(path)
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-large-text'))
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
    await nextFrame(page)
    free[path] = await freePart()
    broken[path] = await settled(() =>
      brokenWords(page, rowPages.some((it) => path.startsWith(it)) ? 'main' : 'button'),
    )
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-large-text'))
  await page.setViewportSize(phone)
  expect(Object.entries(free).filter(([, part]) => part < 0.9)).toEqual([])
  expect(Object.entries(broken).filter(([, words]) => words.length > 0)).toEqual([])
})

test('text at 200 % on a narrow phone leaves room in their fields for what is typed, and between figures', async () => {
  await speak('en')
  await page.setViewportSize(narrow)
  const cut: Record<string, string> = {}
  const type = async (name: string, text: string) => {
    const field = page.locator('main:not([data-left], [data-away] *), [role=dialog]').getByLabel(name, { exact: true })
    await field.fill(text)
    if (await field.evaluate((it) => it.scrollWidth > it.clientWidth)) cut[name] = text
  }
  async function enlarge(size: string) {
    await page.evaluate((it) => {
      document.documentElement.style.fontSize = it
    }, size)
    // It is noticed a frame later.
    await page.waitForFunction((is) => document.documentElement.hasAttribute('data-large-text') === is, size !== '')
  }
  await go('/pages/my/gift')
  await enlarge('200%')
  await type('Gift code', 'ABCD-1234')
  await enlarge('')
  await go('/pages/auth/bind')
  await enlarge('200%')
  await type('Phone number', '81234567890')
  await type('Verification code', '482916')
  await go('/subPages/box/index')
  await page.getByText('How we keep this fair').click()
  await type('Your part of the seed', 'abc-123')
  await go('/pages/my/checkIn')
  await untilLoaded(page)
  const over = await settled(() => overlappedText(page, 'main'))
  await enlarge('')
  await go('/pages/my/historyList?wallet=income')
  await page.getByRole('button', { name: 'Move to recharge' }).click()
  await enlarge('200%')
  await type('Amount', '1234.56')
  await enlarge('')
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  expect(cut).toEqual({})
  expect(over).toEqual([])
})

/** The part of the window's height, 0 to 1, that no bar covers which stays in place. The status line passes. */
function freePart(): Promise<number> {
  return page.evaluate(() => {
    const rows = Array.from({ length: 100 }, (_, row) => ((row + 0.5) / 100) * innerHeight)
    const isFree = (y: number) => {
      for (let it = document.elementFromPoint(innerWidth / 2, y); it; it = it.parentElement)
        if (it.matches('.layer-no-network')) return true
        else if (['fixed', 'sticky'].includes(getComputedStyle(it).position)) return false
      return true
    }
    return rows.filter(isFree).length / rows.length
  })
}
