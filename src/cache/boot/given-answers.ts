import type { QueryClient } from '@tanstack/react-query'
import { givenAnswersId, type GivenAnswers } from '#protocol/visitor-page.ts'

/**
 * Puts the answers into the client that a first visit's document was drawn from (server/http/visitor-page.ts): the
 * program shows the same without asking again. False where the document has none.
 */
export function takeGivenAnswers(client: QueryClient): boolean {
  const text = document.getElementById(givenAnswersId)?.textContent
  if (!text) return false
  // Written by the server of this page, which checks its answers.
  for (const [key, answer] of JSON.parse(text) as GivenAnswers) client.setQueryData(key, answer)
  return true
}
