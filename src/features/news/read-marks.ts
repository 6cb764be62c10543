import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ArticleCard } from '#protocol/news.ts'
import { queryClient, visitorConnection } from '../../cache/cache.ts'
import { changeMeta, readMeta } from '../../cache/storage/meta.ts'
import { millisOf } from '../../lib/clock.ts'
import { reported } from '../../lib/report.ts'
import { serverNow } from '../../lib/server-clock.ts'

const name = 'articles read'
const mostMarks = 500
/** Older articles are never marked as new. */
const newForMs = 30 * 24 * 3600_000

/**
 * The articles that were opened on this device, by any member. They are not sent to the server: they aren't worth a
 * call.
 */
const marks = queryOptions({
  queryKey: [name],
  queryFn: async () => idsIn(await readMeta(visitorConnection(), name)),
  persister: undefined,
  networkMode: 'always',
  staleTime: Infinity,
})

/** Whether an article is recent news that was never opened on this device. False while that is unknown. */
export function useUnread(): (article: ArticleCard) => boolean {
  const opened = useQuery(marks).data
  return ({ id, kind, publishedAt }) =>
    kind === 'news' && opened !== undefined && !opened.includes(id) && serverNow() - millisOf(publishedAt) < newForMs
}

/** Marks an article as opened. */
export function markOpened(id: string): void {
  void changeMeta(visitorConnection(), name, (before) =>
    [id, ...idsIn(before).filter((it) => it !== id)].slice(0, mostMarks),
  )
    .then(() => queryClient.invalidateQueries({ queryKey: [name] }))
    .catch(reported('articles: note reading'))
}

function idsIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((it): it is string => typeof it === 'string') : []
}
