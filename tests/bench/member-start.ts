import type { Browser, BrowserContext, Page } from 'playwright-core'
import { lastScreenId } from '#protocol/visitor-page.ts'
import { homePath, mallPath } from '#src/sitemap.ts'
import { phone, untilOfflineReady } from '#tests/support/browser.ts'
import { startCountingProxy, type CountingProxy } from '#tests/support/counting-proxy.ts'
import { untilLastScreenKept } from '#tests/support/last-screens.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { compiling } from './compiling.ts'
import type { Figure } from './figure.ts'
import { ms } from './start-rounds.ts'
import { longestTap, seenAt, watchedPage } from './watched-page.ts'

const myPath = '/pages/index/my'
const tabs = [mallPath, '/subPages/news/list', myPath, homePath]
const states = ['quick', 'gone', 'mute'] as const
const stateNames = { quick: 'server there', gone: 'server gone', mute: 'server mute' }

/** One member: later starts with the server there, gone and mute, the first tap on a tab, and returns to tabs. */
export async function memberRound(browser: Browser, target: string): Promise<Figure[]> {
  const proxy = await startCountingProxy(target)
  const context = await browser.newContext(phone)
  try {
    await signIn(context, proxy)
    const figures: Figure[] = []
    for (const state of states) figures.push(...(await laterStart(context, proxy, state)))
    return [...figures, ...(await returns(context, proxy)), ...(await compiled(context, proxy))]
  } finally {
    await context.close()
    await proxy.close()
  }
}

/** Signs in, visits the tabs, and waits until the last screen of each is kept. */
async function signIn(context: BrowserContext, proxy: CountingProxy): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${proxy.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  await untilOfflineReady(page)
  for (const tab of tabs) {
    await page.goto(`${proxy.origin}/#${tab}`)
    await untilLastScreenKept(page, tab)
  }
  await page.close()
}

async function laterStart(
  context: BrowserContext,
  proxy: CountingProxy,
  state: (typeof states)[number],
): Promise<Figure[]> {
  proxy.state = state
  const { page } = await watchedPage(context)
  await page.goto(proxy.origin, { waitUntil: 'commit' })
  const money = await seenAt(page, 'money')
  const there = untilOtherHeading(page, await headingOf(page))
  await page.locator(`a[href$="${myPath}"]:visible`).first().tap()
  const figures = [
    ms(`member's later start, ${stateNames[state]}: money on Home`, money),
    ms(`member's later start, ${stateNames[state]}: from a tap on My at once to its page`, await there),
  ]
  await page.close()
  return figures
}

/** Taps on tabs of a running app: at first sight, then where each was open before. */
async function returns(context: BrowserContext, proxy: CountingProxy): Promise<Figure[]> {
  proxy.state = 'quick'
  const { page } = await watchedPage(context)
  await page.goto(proxy.origin)
  const program = await seenAt(page, 'program')
  await page.locator(`#${lastScreenId}`).waitFor({ state: 'detached' })
  const round = async () => {
    let longest = 0
    const times: number[] = []
    for (const tab of tabs) {
      await page.waitForLoadState('networkidle')
      const there = untilOtherHeading(page, await headingOf(page))
      await page.locator(`nav a[href$="${tab}"]`).tap()
      times.push(await there)
      longest = Math.max(longest, await longestTap(page))
    }
    return { longest, page: Math.max(...times) }
  }
  const [first, again] = [await round(), await round()]
  await page.close()
  return [
    ms("member's later start, server there: the program runs", program),
    ms('member: tap on a tab at first sight, longest to its frame', first.longest),
    ms('member: the same to its page', first.page),
    ms('member: tap on a tab that was open before, longest to its frame', again.longest),
    ms('member: the same again to its page', again.page),
  ]
}

/** A start of its own, because tracing takes time. */
async function compiled(context: BrowserContext, proxy: CountingProxy): Promise<Figure[]> {
  proxy.state = 'gone'
  const { page } = await watchedPage(context)
  const value = await compiling(page, async () => {
    await page.goto(proxy.origin, { waitUntil: 'commit' })
    await seenAt(page, 'program')
  })
  await page.close()
  return [ms("member's later start, server gone: compiling until the program runs", value)]
}

const headingOf = (page: Page) => page.locator('main:not([data-away] *) h1').first().textContent()

/** Milliseconds from the next tap until another heading than `before` is drawn. */
function untilOtherHeading(page: Page, before: string | null): Promise<number> {
  return page.evaluate(
    (heading) =>
      new Promise<number>((done) => {
        let begun = 0
        addEventListener('pointerup', (event) => (begun = event.timeStamp), { once: true, capture: true })
        const look = () => {
          const now = document.querySelector('main:not([data-away] *) h1')?.textContent
          if (begun > 0 && now !== undefined && now !== heading)
            requestAnimationFrame(() => done(performance.now() - begun))
          else requestAnimationFrame(look)
        }
        look()
      }),
    before,
  )
}
