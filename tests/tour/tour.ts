import type { Browser } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { findBrowser } from '#server/install.mjs'
import { copyOfBuild } from '#tests/support/next-build.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

export interface Tour {
  browser: Browser
  /** A test server with the demonstration data. */
  server: ServerProcess
}

/** Runs `work` with a browser and a server of its own. */
export async function onTour(work: (tour: Tour) => Promise<void>): Promise<void> {
  // A copy, so that a build during the tour doesn't replace files.
  const builds = copyOfBuild()
  const server = await startServer({ env: { DIST_DIR: builds.dir } })
  const browser = await launchBrowser(findBrowser())
  try {
    await work({ browser, server })
  } finally {
    await browser.close()
    await server.dispose()
    builds.dispose()
  }
}
