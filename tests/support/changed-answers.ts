import type { Page } from 'playwright-core'
import type { Answer, Call } from '#protocol/call.ts'

/** Changes the answers to `call` on their way to the page, in place. A page that closes meanwhile needs none. */
export function changeAnswers<C extends Call>(
  page: Page,
  call: C,
  change: (answer: Answer<C>) => void,
): Promise<unknown> {
  return page.route(`**/wx/${call.path}**`, async (route) => {
    const answer = await route.fetch({ maxRetries: 2 }).catch(() => undefined)
    if (!answer) return route.abort().catch(() => undefined)
    const body = (await answer.json()) as { data: Answer<C> }
    change(body.data)
    await route.fulfill({ response: answer, json: body }).catch(() => undefined)
  })
}
