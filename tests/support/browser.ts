import { randomUUID } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { findHeadlessShell } from '#server/install.mjs'
import { memberKey } from '#src/cache/member.ts'
import type { Login } from './http-call.ts'

const anywhere: BrowserContextOptions = { locale: 'en-US', timezoneId: 'Asia/Jakarta' }
export const phone: BrowserContextOptions = {
  ...anywhere,
  viewport: { width: 412, height: 915 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
/** For tests about what moves. The others ask for less movement: drawing it takes a quarter of the processor's time. */
export const moving: BrowserContextOptions = { reducedMotion: 'no-preference' }
const wide: BrowserContextOptions = { ...anywhere, viewport: { width: 1280, height: 800 } }

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * One Chromium for a test file; root may not use its sandbox. `findBrowser()` is the program where notifications are
 * needed, or where it is measured.
 */
export function launchBrowser(executablePath: string = findHeadlessShell()): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}

export interface OpenApp {
  context: BrowserContext
  page: Page
  /** Uncaught errors and console errors of the page: policy violations, React's assertions. */
  complaints: string[]
}

export interface OpenOptions {
  /** Hash route, `/pages/my/checkIn`. */
  route?: string
  size?: 'phone' | 'wide'
  context?: BrowserContextOptions
  /** Opens with the last screen, as every device does. The other tests would find each text twice while it stands. */
  hasLastScreen?: boolean
  /** False where a test reads nothing that only the offline prefetch has fetched, which takes a tenth of its time. */
  prefetches?: boolean
  /** Who signed in on this device before, as at any later start. The form to sign in is for tests about it. */
  member?: { id: string } & Login
  /** Runs with the page before anything is loaded into it. */
  before?: (page: Page) => Promise<unknown>
}

/** Called with every context that is opened. Only the test runner's setup adds to it. */
export const onOpened: ((context: BrowserContext) => void)[] = []

/** Opens the app in a context of its own: nobody else's storage, cookies or service worker. */
export async function openApp(
  browser: Browser,
  origin: string,
  {
    route = '/',
    size = 'phone',
    context: options,
    hasLastScreen = false,
    prefetches = true,
    member,
    before,
  }: OpenOptions = {},
): Promise<OpenApp> {
  const context = await browser.newContext({
    ...(size === 'phone' ? phone : wide),
    reducedMotion: 'reduce',
    ...(member && { storageState: signedInAt(origin, member.id) }),
    ...options,
  })
  for (const tell of onOpened) tell(context)
  if (!hasLastScreen) await context.addInitScript(switchLastScreenOff)
  if (!prefetches) await context.addInitScript(holdPrefetch)
  if (member) await signInByCall(context, origin, member)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await before?.(page)
  await page.goto(`${origin}/#${route}`)
  await page.getByRole('main').waitFor()
  return { context, page, complaints }
}

/** What the app remembers of who is signed in (`src/cache/member.ts`). */
function signedInAt(origin: string, memberId: string): BrowserContextOptions['storageState'] {
  const value = JSON.stringify({ memberId, isSignedIn: true, known: [] })
  return { cookies: [], origins: [{ origin, localStorage: [{ name: memberKey, value }] }] }
}

/** The context keeps the cookie of the answer. */
async function signInByCall(
  context: BrowserContext,
  origin: string,
  { phone: number, password }: Login,
): Promise<void> {
  const answer = await context.request.post(`${origin}/wx/auth/jwscLogin`, {
    headers: { 'idempotency-key': randomUUID() },
    data: { phone: number, password, agreed: true },
  })
  const { errno, errmsg } = (await answer.json()) as { errno: number; errmsg: string }
  if (errno !== 0) throw new Error(`signing in: ${errno} ${errmsg}`)
}

/** As the switch on the settings page does. */
export function switchLastScreenOff(): void {
  // Pages without an origin, such as about:blank, have no storage.
  if (location.origin !== 'null') localStorage.setItem('voltfolio-last-screen-off', '1')
}

/** As another tab does that is fetching everything already. */
function holdPrefetch(): void {
  // Pages without an origin have no locks.
  if (location.origin !== 'null') void navigator.locks.request('voltfolio-fill', () => new Promise(() => {}))
}

/** Collects the errors of a page; failed requests are left out, because tests stop the server on purpose. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return complaints
}

/** Resolves when a service worker controls the page and says that its precache is complete. */
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

/** The caches of builds; members' pictures have one of their own. */
export function buildCaches(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('voltfolio-shell-')))
}

const intervalMs = 250

/** Evaluates `ask` in the page until it resolves to true; `waitForFunction` takes any promise for true. */
export async function until<A>(
  page: Page,
  ask: (arg: A) => Promise<boolean>,
  arg?: A,
  patienceMs = 60_000,
): Promise<void> {
  const over = performance.now() + patienceMs
  // Playwright's type of an optional argument doesn't fit a generic function.
  const evaluate = page.evaluate.bind(page) as (it: (arg: A) => Promise<boolean>, arg?: A) => Promise<boolean>
  while (!(await evaluate(ask, arg))) {
    if (performance.now() > over)
      throw new Error(`not so after ${patienceMs / 1000} s: ${ask.toString().slice(0, 200)}`)
    await new Promise((done) => {
      setTimeout(done, intervalMs)
    })
  }
}
