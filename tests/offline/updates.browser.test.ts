import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { copyOfBuild, type Builds } from '#tests/support/next-build.ts'
import { register } from '#tests/support/newcomer.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { hide, loadedInNewBuild, takeUpdate, untilBuildWaits } from '#tests/support/app-update.ts'

let builds: Builds
let server: ServerProcess
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  builds = copyOfBuild()
  ;[server, browser] = await Promise.all([startServer({ env: { DIST_DIR: builds.dir } }), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await server?.dispose()
  builds?.dispose()
})

beforeEach(async () => {
  builds.back()
  ;({ context, page, complaints } = await openApp(browser, server.origin, {
    route: '/pages/my/update',
  }))
  await untilOfflineReady(page)
})

afterEach(async () => {
  await context.close()
  // A failed test must not make the others fail.
  if (!(await fetch(`${server.origin}/healthz`).catch(() => undefined))) await server.start()
  expect(complaints).toEqual([])
})

/** Time-out of polls: machines that run tests are slow at times. */
const soon = { timeout: 30_000 }

/** The build id that the page shows. */
const shownBuild = () =>
  page
    .locator('dt', { hasText: /^Build$/ })
    .locator('xpath=following-sibling::dd')
    .innerText()

async function reload(): Promise<void> {
  await page.reload()
  await page.getByRole('main').waitFor()
  await untilStatus(/./)
}

/** Waits for the offline status on the page "Offline and storage". */
async function untilStatus(text: RegExp): Promise<void> {
  await page.evaluate(() => {
    location.hash = '/pages/my/offline'
  })
  await page.getByText(text).first().waitFor()
  await page.evaluate(() => {
    location.hash = '/pages/my/update'
  })
}

const readyOffline = /every page of the app opens without a connection/

/** Expects that the build runs, reports itself complete, and restarts without a server. */
async function expectWhole(id: string): Promise<void> {
  await untilOfflineReady(page)
  await expect.poll(shownBuild, soon).toBe(id.slice(0, 12))
  await untilStatus(readyOffline)
  await server.kill()
  await page.reload()
  await page.getByRole('main').waitFor()
  await expect.poll(shownBuild, soon).toBe(id.slice(0, 12))
  await server.start()
}

test('a build that waits is whole when it is taken, however often the page is loaded before', async () => {
  builds.next()
  await untilBuildWaits(page)
  await reload()
  await reload()
  await takeUpdate(page)
  await expectWhole(builds.id)
})

test('another build of the same version is found by opening the page about updates, which calls none the latest before', async () => {
  await untilStatus(readyOffline)
  await page.getByText('You have the latest version.').waitFor()
  await page.evaluate(() => {
    location.hash = '/pages/my/offline'
  })
  await page.getByText(readyOffline).first().waitFor()
  builds.next()
  await page.evaluate(() => {
    const seen: boolean[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      seen.push(document.body.innerText.includes('You have the latest version.'))
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    location.hash = '/pages/my/update'
  })
  await page.getByText('A new version is ready.').first().waitFor(soon)
  expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.includes(true))).toBe(false)
})

test('a deploy that is rolled back while it waits, and comes again, leaves every build whole', async () => {
  const first = builds.id
  builds.next()
  await untilBuildWaits(page)
  await reload()
  builds.back()
  await untilBuildWaits(page)
  await reload()
  await takeUpdate(page)
  await expectWhole(first)
  builds.next()
  await untilBuildWaits(page)
  await reload()
  await takeUpdate(page)
  await expectWhole(builds.id)
}, 240_000)

test.each([
  ['when the network comes back', () => context.setOffline(true).then(() => context.setOffline(false))],
  ['when the page is loaded again', reload],
])('an emptied cache storage is filled again %s', async (_, occur) => {
  await untilStatus(readyOffline)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await occur()
  await expectWhole(builds.id)
})

test('an emptied cache storage whose repair failed is repaired later, without another occasion', async () => {
  await untilStatus(readyOffline)
  const files = ['manifest.webmanifest', 'manifest.webmanifest.br'].map((name) => join(builds.dir, name))
  for (const file of files) renameSync(file, `${file}.away`)
  const isComplete = await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    return new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Record<string, unknown>>) => {
        if (data['type'] === 'repaired') resolve(data['isComplete'])
      })
      navigator.serviceWorker.controller!.postMessage({ type: 'repair' })
    })
  })
  expect(isComplete).toBe(false)
  for (const file of files) renameSync(`${file}.away`, file)
  await expectWhole(builds.id)
})

test('an emptied cache storage gets the new build where the server has moved on', async () => {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  builds.next()
  await untilBuildWaits(page)
  await takeUpdate(page)
  await expectWhole(builds.id)
})

test('an update that another tab takes waits for the quiz to be over', { timeout: 120_000 }, async () => {
  const quiz = await context.newPage()
  const asked: string[] = []
  quiz.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await quiz.goto(`${server.origin}/#/pages/auth/register`)
  await register(quiz, server.origin)
  const route = (to: string) =>
    quiz.evaluate((it) => {
      location.hash = it
    }, to)
  await route('/pages/my/answer')
  await quiz.getByRole('button', { name: 'Start the quiz' }).click()
  await quiz.getByRole('radiogroup').waitFor()
  builds.next()
  await untilBuildWaits(page)
  await takeUpdate(page)
  await expect.poll(shownBuild, soon).toBe(builds.id.slice(0, 12))
  // It would have been reloaded by now, or asked.
  await page.waitForTimeout(3000)
  expect(asked).toEqual([])
  await quiz.getByRole('radiogroup').waitFor()
  await hide(quiz)
  const reloaded = loadedInNewBuild(quiz)
  await route('/pages/index/my')
  await quiz.getByRole('alertdialog').getByRole('button', { name: "Leave and end today's quiz" }).click()
  await reloaded
  await quiz.close()
})

test('an update that another tab takes leaves a form that is being filled in, and is offered beside it', async () => {
  const form = await context.newPage()
  await form.goto(`${server.origin}/#/pages/auth/login`)
  await form.getByLabel('Phone number').fill('81200000009')
  await hide(form)
  let loads = 0
  form.on('load', () => {
    loads++
  })
  builds.next()
  await untilBuildWaits(page)
  await takeUpdate(page)
  await expect.poll(shownBuild, soon).toBe(builds.id.slice(0, 12))
  // It would have been loaded again by now.
  await page.waitForTimeout(3000)
  expect(loads).toBe(0)
  expect(await form.getByLabel('Phone number').inputValue()).toBe('81200000009')
  const reloaded = loadedInNewBuild(form)
  await form.getByRole('button', { name: 'Update now' }).click()
  await reloaded
  await form.close()
})

test('an update that another tab takes leaves a page that is being looked at, and is offered on it', async () => {
  const seen = await context.newPage()
  await seen.goto(`${server.origin}/#/pages/index/productList`)
  await seen.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  let loads = 0
  seen.on('load', () => {
    loads++
  })
  builds.next()
  await untilBuildWaits(page)
  await takeUpdate(page)
  await expect.poll(shownBuild, soon).toBe(builds.id.slice(0, 12))
  // It would have been loaded again by now.
  await page.waitForTimeout(3000)
  expect(loads).toBe(0)
  const reloaded = loadedInNewBuild(seen)
  await hide(seen)
  await reloaded
  await seen.close()
})

test('a notice does not cover the end of a page', async () => {
  await page.setViewportSize({ width: 360, height: 480 })
  await page.evaluate(() => {
    location.hash = '/pages/auth/login'
  })
  await signInAsDemo(page)
  await page.evaluate(() => {
    location.hash = '/subPages/address/editAddress'
  })
  const save = page.getByRole('button', { name: 'Save address' })
  await save.waitFor()
  builds.next()
  await untilBuildWaits(page)
  await page.getByRole('heading', { name: 'A new version is ready' }).waitFor()
  await page.evaluate(() => document.scrollingElement?.scrollTo(0, 100_000))
  await save.click({ trial: true, timeout: 5000 })
})
