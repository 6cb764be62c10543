import { spawn } from 'node:child_process'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '#server/install.mjs'

/** A Chromium on a profile that outlives it. */
export interface KillableBrowser {
  page: Page
  /** Kills it and all its processes by SIGKILL. Resolves when they are gone. */
  kill(): Promise<void>
  /** Closes it normally, with everything flushed to the disk. */
  quit(): Promise<void>
}

/** Starts a browser on the profile in `folder`. */
export async function startKillableBrowser(folder: string): Promise<KillableBrowser> {
  const child = spawn(
    findBrowser(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--no-first-run',
      '--lang=en-GB',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
      // `detached` makes a process group, so that a kill reaches the renderers and the network process.
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
      const found = /DevTools listening on (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void gone.then(() => reject(new Error(`Chromium did not start: ${said}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0]!
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    async kill() {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // The browser had already ended.
      }
      await gone
      await browser.close().catch(() => {})
    },
    async quit() {
      await (await browser.newBrowserCDPSession()).send('Browser.close').catch(() => {})
      await gone
    },
  }
}
