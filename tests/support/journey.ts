import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { launchBrowser, openApp, untilOfflineReady, type OpenOptions } from './browser.ts'
import { startServer, type ServerProcess } from './server-process.ts'

/** Server and browser of a test file, open from its first test to its last. */
export interface Journey {
  readonly server: ServerProcess
  readonly browser: Browser
  /** Opens the app for one test, without service worker and prefetch. Any error of the page fails the test. */
  open(options?: OpenOptions): Promise<Page>
  /** The same where the demo member signed in before. */
  openAsDemo(options?: OpenOptions): Promise<Page>
  /** The same with the worker, the demo member signed in and the precache complete. */
  openInstalled(options?: OpenOptions): Promise<Page>
}

/**
 * Starts one server and one browser for the tests of a file; called once, at its top. `env` adds to the server's;
 * every page is opened with the options `usual`.
 */
export function journey(env: Record<string, string> = {}, usual: BrowserContextOptions = {}): Journey {
  let server: ServerProcess
  let browser: Browser
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ env }), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.dispose()
  })

  async function openForTest(options: OpenOptions): Promise<Page> {
    const { page, context, complaints } = await openApp(browser, server.origin, {
      ...options,
      context: { ...usual, ...options.context },
    })
    onTestFinished(async () => {
      // A handler that still answers a request when its test is over fails nobody: its page is gone. Some tests have
      // closed theirs already.
      const open = [context, ...context.pages()]
      await Promise.all(open.map((it) => it.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})))
      await context.close()
      expect(complaints).toEqual([])
    })
    return page
  }

  const open = (options: OpenOptions = {}) =>
    openForTest({ prefetches: false, ...options, context: { serviceWorkers: 'block', ...options.context } })

  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    open,
    openAsDemo: (options) => open({ member: demoMember, ...options }),
    async openInstalled(options = {}) {
      const page = await openForTest({ member: demoMember, ...options })
      await untilOfflineReady(page)
      return page
    },
  }
}
