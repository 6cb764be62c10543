import { findBrowser } from '#server/install.mjs'
import { launchBrowser } from '#tests/support/browser.ts'
import { startServer } from '#tests/support/server-process.ts'
import type { Figure } from './figure.ts'
import { memberRound } from './member-start.ts'
import { medians } from './start-rounds.ts'
import { visitorRound } from './visitor-start.ts'

/** How fast the app opens on a slowed processor, for a visitor and for a member: medians of `ROUNDS` rounds. */
export async function start(): Promise<Figure[]> {
  const server = await startServer({ entry: 'server/main.ts', env: { VISITOR_PAGE: '1' } })
  const browser = await launchBrowser(findBrowser())
  try {
    return [
      ...(await medians(() => visitorRound(browser, server.origin))),
      ...(await medians(() => memberRound(browser, server.origin))),
    ]
  } finally {
    await browser.close()
    await server.dispose()
  }
}
