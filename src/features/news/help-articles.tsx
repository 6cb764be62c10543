import { useInfiniteQuery } from '@tanstack/react-query'
import { List } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ArticleRow } from './article-row.tsx'
import { articles } from './queries.ts'

/** The help articles that are on this device. */
export function HelpArticles() {
  const query = useInfiniteQuery(articles)
  return (
    <QueryStates query={query}>
      {({ pages }) => (
        <List>
          {pages
            .flatMap((page) => page.items)
            .filter((it) => it.kind === 'help')
            .map((it) => (
              <li key={it.id}>
                <ArticleRow article={it} isUnread={false} />
              </li>
            ))}
        </List>
      )}
    </QueryStates>
  )
}
