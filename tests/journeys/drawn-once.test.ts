import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

let server: ServerProcess
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.dispose()
})

interface Fiber {
  child: Fiber | null
  sibling: Fiber | null
}

/** Notes for each time React draws how many of the page's parts it has made or drawn anew, as its tools do. */
function noteWhatIsDrawn(): void {
  let before = new WeakSet<Fiber>()
  const drawn: number[] = []
  const onCommitFiberRoot = (_: number, { current }: { current: Fiber }) => {
    const now = new WeakSet<Fiber>()
    let count = 0
    const look = (fiber: Fiber | null) => {
      for (let it = fiber; it; it = it.sibling) {
        now.add(it)
        if (!before.has(it)) count++
        look(it.child)
      }
    }
    look(current)
    before = now
    drawn.push(count)
  }
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount() {} }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, drawn })
}

// The worker tells of every file that it saves, and all other texts come meanwhile.
test('what a start loads after the first page draws none of it anew', async () => {
  const { page } = await openApp(browser, server.origin, {
    prefetches: false,
    before: (it) => it.addInitScript(noteWhatIsDrawn),
  })
  await untilOfflineReady(page)
  await page.waitForLoadState('networkidle')
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: number[] }).drawn)
  expect(drawn.length).toBeGreaterThan(3)
  // Home in two steps, and its answers; later only single parts of it.
  expect(drawn.filter((it) => it > 300).length).toBeLessThanOrEqual(3)
})
