import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser, moving, openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { findBrowser } from '#server/install.mjs'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

/** A mid-range phone, roughly. */
export const slowDown = 4

export interface Phone {
  server: ServerProcess
  page: Page
  cdp: CDPSession
  /** Throttles the page's CPU by a factor; 1 is full speed. */
  slow(rate: number): Promise<void>
}

interface PhoneOptions {
  env?: Record<string, string>
}

/** Runs `work` on a page with the app installed, the demo member signed in and the worker ready. */
export async function onPhone<T>(work: (phone: Phone) => Promise<T>, { env = {} }: PhoneOptions = {}): Promise<T> {
  const server = await startServer({ entry: 'server/main.ts', env })
  const browser = await launchBrowser(findBrowser())
  try {
    const { page } = await openApp(browser, server.origin, { route: '/pages/auth/login', context: moving })
    await signInAsDemo(page)
    await untilOfflineReady(page)
    const cdp = await page.context().newCDPSession(page)
    return await work({
      server,
      page,
      cdp,
      slow: async (rate) => {
        await cdp.send('Emulation.setCPUThrottlingRate', { rate })
      },
    })
  } finally {
    await browser.close()
    await server.dispose()
  }
}
