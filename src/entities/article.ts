import type { AgreedTexts } from '#protocol/agreed-texts.ts'
import { errors } from '#protocol/errors.ts'
import { helpArticle } from '#protocol/news.ts'
import { queryClient } from '../cache/cache.ts'
import { readOf } from '../cache/read-of.ts'
import { sleep } from '../lib/sleep.ts'

/** Identifies a legal text as it was when somebody agreed to it. */
export interface AgreedText {
  language: string
  revision: number
}

/** One article; `agreed` selects an earlier version of its text. */
export function articleRead(id: string, agreed?: AgreedText) {
  return readOf(helpArticle, { id, ...agreed } as Parameters<typeof readOf<typeof helpArticle>>[1])
}

/** The texts beside a tick, as this screen has them; those that it never got are left out. */
export function shownTexts(...ids: string[]): AgreedTexts {
  return ids.flatMap((id) => {
    const { data: text, error } = queryClient.getQueryState(articleRead(id).queryKey) ?? {}
    // One that the operator has withdrawn stays in memory.
    return text && !isOf(error, errors.not_found)
      ? [{ articleId: id, language: text.language, revision: text.revision }]
      : []
  })
}

/** Whether a tick was refused because a text beside it has changed since it was shown. */
export function isTextChanged(error: unknown): boolean {
  return isOf(error, errors.text_changed)
}

const patienceMs = 10_000

/**
 * Resolves when the articles are here anew. After 10 s they are given up, so that a line without an answer holds up no
 * form; the server refuses an old one again.
 */
export async function refetchTexts(): Promise<void> {
  const refetching = queryClient.invalidateQueries({ queryKey: [helpArticle.path], refetchType: 'all' })
  await Promise.race([refetching, sleep(patienceMs)])
}

function isOf(error: unknown, { errno }: { errno: number }): boolean {
  return error instanceof Error && 'errno' in error && error.errno === errno
}

/** The article that a route opens; undefined for any other route. */
export function articleIn(route: string): string | undefined {
  return /^\/subPages\/news\/detail\?id=([\w-]{1,64})$/.exec(route)?.[1]
}
