import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lotteryOpen } from '#protocol/games.ts'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { startKillableBrowser, type KillableBrowser } from '#tests/support/killable-browser.ts'
import { memberApi } from '#tests/support/member-api.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const drawPath = `/wx/${lotteryOpen.path}`
const price = 20
/** A claim that a killed page left is nobody's after 75 seconds. */
const patience = { timeout: 100_000 }

let server: ServerProcess
let proxy: FaultProxy
let profile: string

beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'voltfolio-draws-'))
  server = await startServer()
  proxy = await startFaultProxy(server.origin)
  const { page, quit } = await startKillableBrowser(profile)
  await page.goto(`${proxy.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  await untilOfflineReady(page)
  await quit()
})

afterAll(async () => {
  await proxy?.close()
  await server?.dispose()
  rmSync(profile, { recursive: true, force: true })
})

const playButton = (page: Page) => page.getByRole('button', { name: /^Play for/ })
const result = (page: Page) => page.getByRole('dialog')

/**
 * The gold-coin lottery, opened as somebody opens an installed app again. An open result hides the odds from the
 * accessibility tree; a killed browser may have lost its newest cookie.
 */
async function reopen(): Promise<KillableBrowser> {
  const browser = await startKillableBrowser(profile)
  onTestFinished(() => browser.kill())
  const { page } = browser
  await page.goto(`${proxy.origin}/#/subPages/box/index`)
  const logIn = page.getByRole('heading', { level: 1, name: 'Log in' })
  const isThere = page.getByRole('list', { name: 'Odds' }).or(result(page)).first()
  await isThere.or(logIn).first().waitFor()
  if (await logIn.isVisible()) {
    await signInAsDemo(page)
    await isThere.waitFor()
  }
  return browser
}

/** What the server has of the member. */
async function standing() {
  const api = await memberApi(server.origin)
  return { ids: (await api.draws()).map((it) => it.id), gold: (await api.balances()).goldCoins }
}

/** Presses the button and kills the browser once that was sent; no answer about it comes. */
async function killDuringDraw(): Promise<void> {
  const { page, kill } = await reopen()
  proxy.rule = ({ path }) => ({ kind: path === drawPath || path.startsWith('/wx/commands/') ? 'answerLost' : 'none' })
  const arrived = untilSent()
  await playButton(page).click()
  await arrived
  await kill()
  proxy.closeConnections()
  proxy.rule = () => ({ kind: 'none' })
}

async function untilSent(): Promise<void> {
  const sent = () => proxy.passed.filter((it) => it.path === drawPath).length
  const before = sent()
  await expect.poll(sent).toBeGreaterThan(before)
}

/** The result opens once, by itself; after the next start it doesn't open again. */
async function seeItOnce(): Promise<void> {
  const first = await reopen()
  await result(first.page).waitFor(patience)
  await result(first.page).getByRole('button', { name: 'Done' }).click()
  await result(first.page).waitFor({ state: 'detached' })
  await first.quit()
  const second = await reopen()
  await expect.poll(() => playButton(second.page).isEnabled(), patience).toBe(true)
  expect(await result(second.page).count()).toBe(0)
  await second.quit()
}

test('killed after the draw and before its answer: charged once, shown once', { timeout: 240_000 }, async () => {
  const before = await standing()
  await killDuringDraw()
  await expect.poll(async () => (await standing()).gold).toBe(before.gold - price)
  await seeItOnce()
  const after = await standing()
  expect(after.ids.filter((it) => !before.ids.includes(it))).toHaveLength(1)
  expect(after.gold).toBe(before.gold - price)
})
