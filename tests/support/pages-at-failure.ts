import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, TestRunner, type RunnerTestCase } from 'vitest'
import { onOpened } from './browser.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Address and text of the pages that were open when a test failed. */
    pagesAtFailure?: string[]
  }
}

const open = new Set<BrowserContext>()

// Pages that stay open after a test are recorded here, others when their context closes.
afterEach(({ task }) => note(task, [...open]))

// A failed test reports what was on the screen; on a CI machine there is no other evidence.
onOpened.push((context) => {
  open.add(context)
  const close = context.close.bind(context)
  context.close = async (options) => {
    open.delete(context)
    await note(TestRunner.getCurrentTest<RunnerTestCase | undefined>(), [context])
    return close(options)
  }
})

async function note(test: RunnerTestCase | undefined, contexts: readonly BrowserContext[]): Promise<void> {
  if (test?.result?.state !== 'fail') return
  const seen = await Promise.all(contexts.flatMap((it) => it.pages()).map(pagesAtFailure))
  test.meta.pagesAtFailure = [...new Set([...(test.meta.pagesAtFailure ?? []), ...seen])]
}

async function pagesAtFailure(page: Page): Promise<string> {
  const said = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch(() => 'nothing')
  const words = said.replaceAll(/\s+/g, ' ')
  const text = words.length > 1000 ? `${words.slice(0, 400)} … ${words.slice(-600)}` : words
  return `${page.url()} ${text.trim() === '' ? await startOf(page) : text}`
}

/** Of a page without a word: how far its start came. */
async function startOf(page: Page): Promise<string> {
  return await page
    .evaluate(() => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))
      const root = document.getElementById('root')?.firstElementChild?.className
      return `no text, ${document.readyState}, root: ${root}, files: ${files.join(' ')}`
    })
    .catch(() => 'no text, and no answer')
}
