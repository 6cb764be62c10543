import { optionalCode } from './optional-code.ts'
import { whenIdle } from './when-idle.ts'

/** Milliseconds after which a part is loaded even where the browser never says that it is idle. */
const atLatestMs = 20_000

/**
 * Loads parts of the app that nobody has asked for yet, one whenever the browser is idle. Where a file can't be
 * fetched, the page is not loaded again for it. Rejects as the first part does, and loads none after it.
 */
export async function loadWhileIdle(parts: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const load of parts) {
    await new Promise<void>((done) => {
      whenIdle(done, atLatestMs)
    })
    await optionalCode(() => [load()])
  }
}
