import { helpArticle } from '#protocol/news.ts'
import { readOf } from '../cache/read-of.ts'

/** Identifies a legal text as it was when somebody agreed to it. */
export interface AgreedText {
  language: string
  revision: number
}

/** One article; `agreed` selects an earlier version of its text. */
export function articleRead(id: string, agreed?: AgreedText) {
  return readOf(helpArticle, { id, ...agreed } as Parameters<typeof readOf<typeof helpArticle>>[1])
}

/** The article that a route opens; undefined for any other route. */
export function articleIn(route: string): string | undefined {
  return /^\/subPages\/news\/detail\?id=([\w-]{1,64})$/.exec(route)?.[1]
}
