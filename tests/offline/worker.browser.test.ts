import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { buildCaches, launchBrowser, openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { findBrowser } from '#server/install.mjs'
import { copyOfBuild, type Builds } from '#tests/support/next-build.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { stored, storedCommands } from '#tests/support/stored.ts'
import { hide, loadedInNewBuild, untilNothingIsLoaded } from '#tests/support/app-update.ts'

let builds: Builds
let server: ServerProcess
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  builds = copyOfBuild()
  ;[server, browser] = await Promise.all([startServer({ env: { DIST_DIR: builds.dir } }), launchBrowser(findBrowser())])
})

afterAll(async () => {
  await browser?.close()
  await server?.dispose()
  builds?.dispose()
})

beforeEach(async () => {
  ;({ context, page, complaints } = await openApp(browser, server.origin, {
    member: demoMember,
    prefetches: false,
    context: { permissions: ['notifications'] },
  }))
  await untilOfflineReady(page)
})

afterEach(async () => {
  await context.close()
  // A test that failed half-way must not take the others with it.
  if (!(await fetch(`${server.origin}/healthz`).catch(() => undefined))) await startServerAgain()
  expect(complaints).toEqual([])
})

interface TraceEvent {
  name: string
  args: { data?: { url?: string } }
}

/** Machines that run tests are slow at times. */
const soon = { timeout: 20_000 }

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const go = (route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

const rows = () => storedCommands(page)
const states = async () => (await rows()).map((row) => row.state)

/** The worker shows pushes in full only to the member who is signed in. */
async function untilWorkerKnowsMember(): Promise<void> {
  await expect.poll(workersMember, soon).toEqual(expect.any(String))
}

async function workersMember(): Promise<unknown> {
  return ((await stored(page, /visitor/, 'meta')) as { name: string; value: unknown }[]).find(
    (it) => it.name === 'member',
  )?.value
}

function notifications(): Promise<string[]> {
  return page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map((it) => it.title),
  )
}

/** Brings a push until it is shown: what comes while the browser puts the worker to sleep is lost at times. */
async function shown(payload: string, titles: string[]): Promise<void> {
  const { cdp, registrationId } = await worker()
  await expect
    .poll(
      async () => {
        await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data: payload })
        return notifications()
      },
      { ...soon, interval: 1000 },
    )
    .toEqual(titles)
}

/** What a person does to the one notification there is, as far as a test can. */
async function clickNotification(): Promise<void> {
  await context.serviceWorkers()[0]!.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const NotificationEvent = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, init: object) => Event
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}

let days = 0

/** Its clock is turned by a day for every check-in of these tests, and it forgets that when it dies. */
async function turnClock(): Promise<void> {
  await fetch(`${server.origin}/test/advance?ms=${days * 24 * 60 * 60_000}`, { method: 'POST' })
}

async function startServerAgain(): Promise<void> {
  await server.start()
  await turnClock()
}

/** Leaves a check-in on the disk; the server is dead afterwards. */
async function saveCheckIn(): Promise<void> {
  days++
  await turnClock()
  const checkIn = page.getByRole('button', { name: /^Check in/ })
  // What was read within the last seconds is not asked for again: for this page no day has passed until then.
  await expect
    .poll(
      async () => {
        await go('/pages/my/set')
        await heading('Settings').waitFor()
        await go('/pages/my/checkIn')
        return checkIn.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        )
      },
      { timeout: 40_000 },
    )
    .toBe(true)
  await server.kill()
  await checkIn.click()
  await expect.poll(states, soon).toEqual(['queued'])
}

/** The browser's own hand on the service worker. */
async function worker(): Promise<{ cdp: CDPSession; registrationId: string }> {
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find((it) => it.scopeURL.startsWith(server.origin) && !it.isDeleted)
      if (mine) resolve(mine.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return { cdp, registrationId: await registered }
}

test('a check-in made while the server is dead survives a reload and is applied once', async () => {
  await go('/pages/my/checkIn')
  await page.getByRole('button', { name: /^Check in/ }).waitFor()
  await server.kill()
  await page.getByRole('button', { name: /^Check in/ }).click()
  await page.getByText('It counts for today if it is sent within two days.').waitFor()
  const [saved] = await rows()
  await page.reload()
  await page.getByText('It counts for today if it is sent within two days.').waitFor()
  await server.start()
  await page.getByText('Checked in today', { exact: true }).waitFor()
  expect(await rows()).toMatchObject([
    { id: saved!.id, madeAt: saved!.madeAt, state: 'applied', reply: { data: { streak: 1 } } },
  ])
})

test('the worker sends what waits when no page is open', async () => {
  const { cdp, registrationId } = await worker()
  await saveCheckIn()
  await page.goto('about:blank')
  await startServerAgain()
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.origin,
    registrationId,
    tag: 'voltfolio-outbox',
    lastChance: false,
  })
  // A page of the same origin in which nothing of the app runs.
  await page.goto(`${server.origin}/manifest.webmanifest`)
  await expect.poll(states, soon).toEqual(['applied'])
})

test('a push is shown, and a click on it lands on its route', async () => {
  await untilWorkerKnowsMember()
  const push = { title: 'Income settled', body: 'For yesterday', route: '/#/pages/my/checkIn' }
  await shown(JSON.stringify(push), ['Income settled'])
  await clickNotification()
  await heading('Daily check-in').waitFor()
})

test('a click on a push while the app is closed is where it opens next', async () => {
  await untilWorkerKnowsMember()
  await shown(JSON.stringify({ title: 'Income settled', body: '', route: '/pages/my/checkIn' }), ['Income settled'])
  // A page of the same origin in which nothing of the app runs: nobody answers the worker.
  await page.goto(`${server.origin}/manifest.webmanifest`)
  await clickNotification()
  // Only a person's click may open a window; what counts here is that the route was left before that.
  await expect
    .poll(async () => JSON.stringify(await stored(page, /visitor/, 'meta')), soon)
    .toContain('/pages/my/checkIn')
  await page.goto(`${server.origin}/`)
  await heading('Daily check-in').waitFor()
})

test('a push after signing out says nothing of the member', async () => {
  await untilWorkerKnowsMember()
  await go('/pages/my/set')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect.poll(workersMember, soon).toBeNull()
  await shown(JSON.stringify({ title: 'Income settled', body: 'b', route: '/' }), ['Voltfolio'])
})

test('a push of the member who held the device before says nothing of them', async () => {
  await untilWorkerKnowsMember()
  const push = { title: 'Income settled', content: 'b', linkUrl: '/', payload: { unread: 1 } }
  await shown(JSON.stringify({ ...push, to: 'another' }), ['Voltfolio'])
  await shown(JSON.stringify({ ...push, to: await workersMember() }), ['Income settled', 'Voltfolio'])
})

test('a push that cannot be read is shown all the same', async () => {
  await shown('not json', ['Voltfolio'])
})

test('the worker is asked for pictures and files, and not woken for calls', async () => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const whoIsAsked: Record<string, string | undefined> = {}
  cdp.on('Network.responseReceived', ({ response: { url, serviceWorkerRouterInfo: rule } }) => {
    whoIsAsked[new URL(url).pathname] = rule?.matchedSourceType ?? 'worker'
  })
  const paths = ['/wx/v2/operator/list', '/wx/picture/none', '/manifest.webmanifest']
  await page.evaluate(async (all) => {
    for (const path of all) await fetch(path)
  }, paths)
  await expect.poll(() => paths.map((path) => whoIsAsked[path]), soon).toEqual(['network', 'fetch-event', 'worker'])
})

test('a later start takes the first file compiled, as the worker has stored it', async () => {
  const later = await context.newPage()
  await browser.startTracing(later, { categories: ['v8', 'devtools.timeline'] })
  await later.goto(`${server.origin}/`)
  await later.getByRole('main').waitFor()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const compiled = traceEvents
    .filter((it) => it.name === 'v8.compile' && /\/first-[\w-]+\.js$/.test(it.args.data?.url ?? ''))
    .map((it) => it.args.data)
  // A tenth of it would be a cache without its functions.
  expect(compiled).toEqual([
    expect.objectContaining({ cacheRejected: false, consumedCacheSize: expect.toSatisfy((it) => it > 500_000) }),
  ])
})

test('a new build is offered, loads every tab again, and keeps what waits', async () => {
  const other = await context.newPage()
  await other.goto(`${server.origin}/#/pages/index/my`)
  await other.getByRole('main').waitFor()
  await saveCheckIn()
  // No call succeeds, so that no page comes back online: it would then speak to the worker, and one that is spoken to
  // while it is being replaced stays (`untilNothingIsLoaded`).
  await context.route('**/wx/**', (route) => route.abort())
  await startServerAgain()
  const before = await rows()

  builds.next()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  const update = page.getByRole('button', { name: 'Update now' })
  // The time-out of the loads begins when the build is installed.
  await update.waitFor()
  await untilNothingIsLoaded(page)
  await hide(other)
  const reloaded = Promise.all([page, other].map(loadedInNewBuild))
  await update.click()
  await reloaded
  await page.getByRole('main').waitFor()
  // The old build stays for as long as a page runs it.
  await expect.poll(() => buildCaches(page), soon).toHaveLength(1)
  expect((await rows()).map(({ id, args }) => ({ id, args }))).toEqual(before.map(({ id, args }) => ({ id, args })))
})

test('a page that still offers a build that is active already loads it', async () => {
  // For this one a build waits.
  const other = await context.newPage()
  await other.goto(`${server.origin}/#/pages/index/my`)
  await other.getByRole('main').waitFor()
  // Loaded past the worker, the page takes the first one that takes it over for its own.
  const cdp = await context.newCDPSession(page)
  const past = page.waitForEvent('load')
  await cdp.send('Page.reload', { ignoreCache: true })
  await past
  // Past the worker, a file of this build that is asked for after the next one is there would be missing.
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.readyState === 'complete' && !navigator.serviceWorker.controller)
  builds.next()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  const update = page.getByRole('button', { name: 'Update now' })
  await update.waitFor()
  await untilNothingIsLoaded(page)
  await page.evaluate(async () => {
    const { waiting } = (await navigator.serviceWorker.getRegistration())!
    waiting?.postMessage({ type: 'skip-waiting' })
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const reloaded = loadedInNewBuild(page)
  await update.click()
  await reloaded
  await page.getByRole('main').waitFor()
})

test('a build of which one file is missing is not installed, and the old one goes on', async () => {
  const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)
  builds.next(/assets\/salary/)
  const update = () =>
    page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!
      await registration.update()
      const { installing } = registration
      if (!installing) return 'none'
      return new Promise<string>((resolve) => {
        installing.addEventListener('statechange', () => resolve(installing.state))
      })
    })
  expect(await update()).toBe('redundant')
  expect(await waiting()).toBe(false)
  await page.reload()
  await page.getByRole('main').waitFor()

  builds.next()
  // The page that was loaded again may still be trying the broken one.
  await expect
    .poll(
      async () => {
        await update()
        return waiting()
      },
      { message: 'a later, whole build', ...soon },
    )
    .toBe(true)
})
