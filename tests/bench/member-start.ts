import type { Browser, BrowserContext, Page } from 'playwright-core'
import { lastScreenId } from '#protocol/visitor-page.ts'
import { homePath, mallPath } from '#src/sitemap.ts'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { untilLastScreenKept } from '#tests/support/last-screens.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { compiling } from './compiling.ts'
import { phoneContext, type Sample } from './start-rounds.ts'
import { startSlowLine, type SlowLine } from './slow-line.ts'
import { longestTap, seenAt, watchedPage } from './watched-page.ts'

const myPath = '/pages/index/my'
const tabs = [mallPath, '/subPages/news/list', myPath, homePath]
const states = ['quick', 'gone', 'mute'] as const
const stateNames = { quick: 'server there', gone: 'server gone', mute: 'server mute' }

/** One member: later starts with the server there, gone and mute, the first tap on a tab, and returns to tabs. */
export async function memberRound(browser: Browser, target: string): Promise<Sample> {
  const line = await startSlowLine(target)
  line.state = 'quick'
  const context = await browser.newContext(phoneContext)
  try {
    await signIn(context, line)
    const sample: Sample = {}
    for (const state of states) Object.assign(sample, await laterStart(context, line, state))
    return { ...sample, ...(await returns(context, line)), ...(await compiled(context, line)) }
  } finally {
    await context.close()
    await line.close()
  }
}

/** Signs in, visits the tabs, and waits until the last screen of each is kept. */
async function signIn(context: BrowserContext, line: SlowLine): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${line.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  await untilOfflineReady(page)
  for (const tab of tabs) {
    await page.goto(`${line.origin}/#${tab}`)
    await untilLastScreenKept(page, tab)
  }
  await page.close()
}

async function laterStart(context: BrowserContext, line: SlowLine, state: (typeof states)[number]): Promise<Sample> {
  line.state = state
  const { page } = await watchedPage(context)
  await page.goto(line.origin, { waitUntil: 'commit' })
  const money = await seenAt(page, 'money')
  const there = untilOtherHeading(page, await headingOf(page))
  await page.locator(`a[href$="${myPath}"]:visible`).first().tap()
  const sample = {
    [`member's later start, ${stateNames[state]}: money on Home (ms)`]: money,
    [`member's later start, ${stateNames[state]}: from a tap on My at once to its page (ms)`]: await there,
  }
  await page.close()
  return sample
}

/** Taps on tabs of a running app: at first sight, then where each was open before. */
async function returns(context: BrowserContext, line: SlowLine): Promise<Sample> {
  line.state = 'quick'
  const { page } = await watchedPage(context)
  await page.goto(line.origin)
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
  return {
    "member's later start, server there: the program runs (ms)": program,
    'member: tap on a tab at first sight, longest to its frame (ms)': first.longest,
    'member: the same to its page (ms)': first.page,
    'member: tap on a tab that was open before, longest to its frame (ms)': again.longest,
    'member: the same again to its page (ms)': again.page,
  }
}

/** A start of its own, because tracing takes time. */
async function compiled(context: BrowserContext, line: SlowLine): Promise<Sample> {
  line.state = 'gone'
  const { page } = await watchedPage(context)
  const value = await compiling(page, async () => {
    await page.goto(line.origin, { waitUntil: 'commit' })
    await seenAt(page, 'program')
  })
  await page.close()
  return { "member's later start, server gone: compiling until the program runs (ms)": value }
}

const headingOf = (page: Page) => page.locator('h1').first().textContent()

/** Milliseconds from the next tap until another heading than `before` is drawn. */
function untilOtherHeading(page: Page, before: string | null): Promise<number> {
  return page.evaluate(
    (heading) =>
      new Promise<number>((done) => {
        let begun = 0
        addEventListener('pointerup', (event) => (begun = event.timeStamp), { once: true, capture: true })
        const look = () => {
          const now = document.querySelector('main h1')?.textContent
          if (begun > 0 && now !== undefined && now !== heading)
            requestAnimationFrame(() => done(performance.now() - begun))
          else requestAnimationFrame(look)
        }
        look()
      }),
    before,
  )
}
