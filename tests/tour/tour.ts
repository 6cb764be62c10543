import type { Browser } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { copyOfBuild } from '#tests/support/next-build.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

export interface Tour {
  browser: Browser
  /** With the demo's world, and the doors of the tests. */
  server: ServerProcess
}

/** A browser and a server with a world of their own, there while `work` lasts. */
export async function onTour(work: (tour: Tour) => Promise<void>): Promise<void> {
  // A copy, so that a build made meanwhile is not half of what is seen.
  const builds = copyOfBuild()
  const server = await startServer({ env: { DIST_DIR: builds.dir } })
  const browser = await launchBrowser()
  try {
    await work({ browser, server })
  } finally {
    await browser.close()
    await server.dispose()
    builds.dispose()
  }
}
