import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { findBrowser } from '#server/install.mjs'

const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 915 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
const wide: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/** One Chromium for a test file; root may not use its sandbox. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}

export interface OpenApp {
  context: BrowserContext
  page: Page
  /** What the page complained about: uncaught errors, refused policies, failed assertions of React. */
  complaints: string[]
}

export interface OpenOptions {
  /** Hash route, `/pages/my/checkIn`. */
  route?: string
  size?: 'phone' | 'wide'
  context?: BrowserContextOptions
  /** What to do with the page while there is nothing on it yet. */
  before?: (page: Page) => Promise<unknown>
}

/** Called with every context that is opened; what runs the tests listens here, the tour and the bench don't. */
export const onOpened: ((context: BrowserContext) => void)[] = []

/** Opens the app in a context of its own: nobody else's storage, cookies or service worker. */
export async function openApp(
  browser: Browser,
  origin: string,
  { route = '/', size = 'phone', context: options, before }: OpenOptions = {},
): Promise<OpenApp> {
  const context = await browser.newContext({
    ...(size === 'phone' ? phone : wide),
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    ...options,
  })
  for (const tell of onOpened) tell(context)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await before?.(page)
  await page.goto(`${origin}/#${route}`)
  await page.getByRole('main').waitFor()
  return { context, page, complaints }
}

/** Collects what goes wrong on a page; requests that fail because the server is off are not counted. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return complaints
}

/** Resolves when a service worker controls the page and says that it has everything aboard. */
export async function untilOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await until(
    page,
    () =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = (event) => resolve(event.data === true)
        navigator.serviceWorker.controller?.postMessage({ type: 'is-complete' }, [port2])
      }),
  )
}

const intervalMs = 250

/** Asks in the page until the answer is true. `waitForFunction` doesn't wait for promises: it takes any for a yes. */
export async function until<A>(
  page: Page,
  ask: (arg: A) => Promise<boolean>,
  arg?: A,
  patienceMs = 60_000,
): Promise<void> {
  const over = performance.now() + patienceMs
  // Playwright's types of an argument that may be left out don't fit a generic function.
  const evaluate = page.evaluate.bind(page) as (it: (arg: A) => Promise<boolean>, arg?: A) => Promise<boolean>
  while (!(await evaluate(ask, arg))) {
    if (performance.now() > over)
      throw new Error(`not so after ${patienceMs / 1000} s: ${ask.toString().slice(0, 200)}`)
    await new Promise((done) => {
      setTimeout(done, intervalMs)
    })
  }
}
