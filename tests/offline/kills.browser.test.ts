import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markOne, markPath, unreadMessages } from '#tests/support/faulty-network.ts'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { startKillableBrowser } from '#tests/support/killable-browser.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { seed } from '#tests/support/seed.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { createDice } from '#tests/support/simulator/dice.ts'
import { storedCommands } from '#tests/support/stored.ts'

const kills = Number(process.env.KILLS ?? 8)
/** Longest time until a kill, after the start of the browser and after the page stands. */
const mostMs = { start: 2000, page: 900 }
/** Messages that can be marked within the longest time on a page, however slow the machine. */
const mostMarks = 4

let server: ServerProcess
let proxy: FaultProxy
let profile: string

beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'voltfolio-profile-'))
  server = await startServer()
  proxy = await startFaultProxy(server.origin, seed)
  // Reads pass without faults; only sends are under test.
  proxy.rule = ({ path }) => (path.startsWith(markPath) ? undefined : { kind: 'none' })
  proxy.odds = { lost: 0.2, answerLost: 0.2, doubled: 0.1, delayed: 0.3, slowestMs: 800 }
})

afterEach(async () => {
  await proxy?.close()
  await server?.dispose()
  rmSync(profile, { recursive: true, force: true })
})

/** Adds messages, which are first in the list. */
function moreMessages(): Promise<unknown> {
  return fetch(`${server.origin}/test/messages?count=8`, { method: 'POST' })
}

/** Opens the messages, signed in. A killed browser may have lost its newest cookie and must then sign in again. */
async function toMessages(page: Page): Promise<void> {
  await page.goto(`${proxy.origin}/#/subPages/message/list`)
  const logIn = page.getByRole('heading', { level: 1, name: 'Log in' })
  await unreadMessages(page).first().or(logIn).waitFor()
  if (await logIn.isVisible()) {
    await signInAsDemo(page)
    await unreadMessages(page).first().waitFor()
  }
  // The last screen has messages too, which can't be marked yet.
  await page.locator('#last-screen').waitFor({ state: 'detached' })
}

/** What is known of one database; a new epoch begins when Chromium has deleted it. */
interface Epoch {
  /** Messages that the page showed as read. */
  saved: Set<string>
  rows: Set<string>
  /** Number of requests before this epoch. */
  since: number
}
let epoch: Epoch
let losses: number
let isLossUntold: boolean

function newEpoch(since: number): Epoch {
  return { saved: new Set(), rows: new Set(), since }
}

/**
 * A kill during a write leaves half a record in Chromium's log, to which the next start appends. The start after that
 * takes the log for damaged and deletes the database. The app must tell the loss, and go on.
 */
async function noteLoss(page: Page): Promise<void> {
  const ids = (await storedCommands(page)).map((it) => it.id)
  if ([...epoch.rows].some((it) => !ids.includes(it))) {
    epoch = newEpoch(proxy.passed.length)
    losses += 1
    isLossUntold = true
  }
  for (const id of ids) epoch.rows.add(id)
  if (!isLossUntold) return
  await page.getByText('This browser deleted your saved data').waitFor()
  isLossUntold = false
}

/** Marks messages as read until the browser is gone. */
async function markUntilTheEnd(page: Page, onPage: () => void): Promise<void> {
  await toMessages(page)
  await noteLoss(page)
  onPage()
  for (;;) {
    const text = /Scooter \d+/.exec((await unreadMessages(page).first().textContent()) ?? '')![0]
    await unreadMessages(page)
      .filter({ hasText: `${text} is` })
      .click()
    await page.getByRole('button', { name: new RegExp(`^Machine stopped.*${text} is`) }).waitFor()
    epoch.saved.add(text)
  }
}

test(
  `the browser killed at ${kills} random moments loses nothing and does nothing twice (SEED=${seed})`,
  { timeout: 60_000 + kills * 30_000 },
  async () => {
    const dice = createDice(seed)
    epoch = newEpoch(0)
    losses = 0
    isLossUntold = false
    const first = await startKillableBrowser(profile)
    await moreMessages()
    await toMessages(first.page)
    await untilOfflineReady(first.page)
    const begun = performance.now()
    await markOne(first.page)
    const mostOnPageMs = Math.max(mostMs.page, mostMarks * (performance.now() - begun))
    await first.quit()

    for (let count = 0; count < kills; count++) {
      await moreMessages()
      const { page, kill } = await startKillableBrowser(profile)
      const onPage = Promise.withResolvers<void>()
      const living = markUntilTheEnd(page, onPage.resolve)
      living.catch(() => onPage.resolve())
      // Kills come during the start, or during sends.
      if (dice.chance(0.3)) await passed(dice.whole(0, mostMs.start))
      else await onPage.promise.then(() => passed(dice.whole(0, mostOnPageMs)))
      await kill()
      await living.catch(() => {})
      proxy.closeConnections()
    }

    proxy.odds = {}
    await moreMessages()
    const { page, kill } = await startKillableBrowser(profile)
    try {
      await toMessages(page)
      await noteLoss(page)
      // A slow machine too must mark enough messages for the checks below to mean something.
      if (losses === 0) expect(epoch.saved.size).toBeGreaterThan(kills / 8)
      expect(losses).toBeLessThanOrEqual(Math.ceil(kills / 10))
      await expect
        .poll(async () => (await storedCommands(page)).filter((it) => it.state !== 'applied'), { timeout: 90_000 })
        .toEqual([])
      const commands = await storedCommands(page)
      // Nothing is lost: every message that a page showed as read is read on the server.
      const { items } = await page.evaluate(readMessages, proxy.origin)
      const read = new Set(items.filter((it) => it.readAt !== null).map((it) => /Scooter \d+/.exec(it.line)?.[0]))
      expect([...epoch.saved].filter((it) => !read.has(it))).toEqual([])
      // Nothing is sent twice: every key at the server belongs to a row.
      const keys = new Set(
        proxy.passed
          .slice(epoch.since)
          .filter((it) => it.path.startsWith(markPath))
          .map((it) => it.key),
      )
      const ids = commands.map((it) => it.id)
      expect([...keys].filter((key) => !ids.includes(key ?? ''))).toEqual([])
      if (losses === 0) expect(new Set(commands.flatMap((it) => it.args['ids'] as string[])).size).toBe(read.size)
    } finally {
      await kill()
    }
  },
)

interface Shown {
  line: string
  readAt: string | null
}

/** All messages on the server. */
async function readMessages(origin: string): Promise<{ items: Shown[] }> {
  const ask = async (path: string, token?: string, method = 'GET') => {
    const answer = await fetch(`${origin}/wx/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(method === 'POST' && { body: '{}' }),
    })
    return ((await answer.json()) as { data: { accessToken: string; items: Shown[]; next?: string } }).data
  }
  const { accessToken } = await ask('auth/refresh', undefined, 'POST')
  const items: Shown[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: { items: Shown[]; next?: string } = await ask(
      `mallNotice/noticeList?limit=100${after && `&after=${encodeURIComponent(after)}`}`,
      accessToken,
    )
    items.push(...page.items)
    after = page.next
  }
  return { items: items.filter((it) => it.line.startsWith('Scooter ')) }
}
