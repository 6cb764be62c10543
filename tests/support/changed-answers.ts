import type { Page } from 'playwright-core'

/** Changes the server's answers on their way to the page, in place. A page that closes meanwhile needs none. */
export function changeAnswers<T>(page: Page, url: string, change: (data: T) => void): Promise<unknown> {
  return page.route(url, async (route) => {
    const answer = await route.fetch().catch(() => undefined)
    if (!answer) return
    const body = (await answer.json()) as { data: T }
    change(body.data)
    await route.fulfill({ response: answer, json: body }).catch(() => undefined)
  })
}
