import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import type { Command } from '#src/outbox/command.ts'
import { launchBrowser, openApp, untilOfflineReady, type OpenOptions } from './browser.ts'
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts'
import { copyOfBuild, type Builds } from './next-build.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { storedCommands } from './stored.ts'

/** Time-out of polls: machines that run tests are slow at times. */
export const soon = { timeout: 20_000 }
/** The call that marks a message read, the smallest command. */
export const markPath = '/wx/mallNotice/getRead'

/** A server, and a Chromium that reaches it only through a fault-injecting proxy. */
export interface FaultyNetwork {
  server: ServerProcess
  proxy: FaultProxy
  browser: Browser
  builds: Builds
  close(): Promise<void>
}

export async function openFaultyNetwork(): Promise<FaultyNetwork> {
  const builds = copyOfBuild()
  const [server, browser] = await Promise.all([startServer({ env: { DIST_DIR: builds.dir } }), launchBrowser()])
  const proxy = await startFaultProxy(server.origin)
  return {
    server,
    proxy,
    browser,
    builds,
    async close() {
      await browser.close()
      await proxy.close()
      await server.dispose()
      builds.dispose()
    },
  }
}

/** A browser context at the messages, signed in and ready to work offline. */
export interface Phone {
  context: BrowserContext
  page: Page
  complaints: string[]
  commands(): Promise<Command[]>
  /** Resolves when the outbox's commands have exactly these states, in order. */
  untilStates(...states: Command['state'][]): Promise<void>
  /** Fires the `online` event in every page. */
  dispatchOnline(): Promise<void>
  openMessages(page?: Page): Promise<void>
  cdp(page?: Page): Promise<CDPSession>
}

/** Opens the app as the demo member, with `unread` more messages to mark. */
export async function openPhone(
  { server, proxy, browser }: FaultyNetwork,
  {
    unread = 6,
    before,
    prefetches = true,
    ...options
  }: BrowserContextOptions & Pick<OpenOptions, 'before' | 'prefetches'> & { unread?: number } = {},
): Promise<Phone> {
  proxy.rule = undefined
  proxy.odds = {}
  await fetch(`${server.origin}/test/messages?count=${unread}`, { method: 'POST' })
  const { context, page, complaints } = await openApp(browser, proxy.origin, {
    member: demoMember,
    context: options,
    prefetches,
    ...(before && { before }),
  })
  await untilOfflineReady(page)
  const phone: Phone = {
    context,
    page,
    complaints,
    commands: () => storedCommands(page),
    untilStates: (...states) =>
      expect.poll(async () => (await phone.commands()).map((it) => it.state), soon).toEqual(states),
    async dispatchOnline() {
      for (const it of context.pages()) await it.evaluate(() => void window.dispatchEvent(new Event('online')))
    },
    async openMessages(at = page) {
      await at.goto(`${proxy.origin}/#/subPages/message/list`)
      await unreadMessages(at).first().waitFor()
    },
    cdp: (at = page) => context.newCDPSession(at),
  }
  await phone.openMessages()
  return phone
}

/** Buttons of the unread messages on a page; pressing one marks it read. */
export const unreadMessages = (page: Page) => page.getByRole('button', { name: /^Unread/ })

/** Presses the first unread message. Resolves when the page shows it as read, which is once it is stored. */
export async function markOne(page: Page): Promise<void> {
  await (
    await pressFirst(page)
  )()
}

/** Presses the first unread message. Returns a function that resolves when the page shows it as read. */
export async function pressFirst(page: Page): Promise<() => Promise<void>> {
  const first = unreadMessages(page).first()
  const text = await first.getByText(/^Scooter \d+ /).textContent()
  await first.click()
  return () =>
    page.getByRole('button', { name: new RegExp(`^Machine stopped.*${text?.split(' is ')[0]} is`) }).waitFor()
}

/** Ids of those `commands` whose key the server has stored with success, in their order. */
export async function acceptedKeys(server: ServerProcess, commands: readonly Command[]): Promise<string[]> {
  const taken = (await (await fetch(`${server.origin}/test/keys`)).json()) as { key: string; status: number }[]
  return commands.map((it) => it.id).filter((id) => taken.some((it) => it.key === id && it.status === 0))
}

/** Removes Background Sync, which only Chromium has: without it the tab sends everything itself. */
export function withoutSync(page: Page): Promise<unknown> {
  return page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
}

/** Injects a fault into the first `times` sends of commands. */
export function faultSends({ proxy }: FaultyNetwork, fault: Fault, times = 1): void {
  let left = times
  proxy.rule = ({ path }) => (path.startsWith(markPath) && left-- > 0 ? fault : undefined)
}

/** A fault that answers with an envelope of our server's. */
export function serverAnswer(status: number, errno: number, headers: Record<string, string> = {}): Fault {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json', 'x-voltfolio': '1', ...headers },
    body: JSON.stringify({ errno, errmsg: 'said by the test', data: null }),
  }
}
