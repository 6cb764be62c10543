import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ArticleCard } from '#protocol/news.ts'
import { queryClient, visitorConnection } from '../../cache/cache.ts'
import { changeMeta, readMeta } from '../../cache/storage/meta.ts'
import { millisOf, systemClock } from '../../lib/clock.ts'
import { reported } from '../../lib/report.ts'

const name = 'articles read'
const mostMarks = 500
/** Older news is no news, whether it was opened or not. */
const newForMs = 30 * 24 * 3600_000

/** Articles that were opened on this device, by whoever; marks are not worth a call. */
const marks = queryOptions({
  queryKey: [name],
  queryFn: async () => idsIn(await readMeta(visitorConnection(), name)),
  persister: undefined,
  networkMode: 'always',
  staleTime: Infinity,
})

/** Says of an article whether it is news that was never opened here. False until that is known. */
export function useUnread(): (article: ArticleCard) => boolean {
  const opened = useQuery(marks).data
  return ({ id, kind, publishedAt }) =>
    kind === 'news' &&
    opened !== undefined &&
    !opened.includes(id) &&
    systemClock.now() - millisOf(publishedAt) < newForMs
}

/** Notes that an article was opened. */
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
