import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ArticleCard } from '#protocol/news.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ArticleRow } from './article-row.tsx'
import { articles } from './queries.ts'

/** The help articles that are on this device. */
export function HelpArticles() {
  const query = useInfiniteQuery(articles)
  return (
    <QueryStates query={query} isEmpty={({ pages }) => !query.hasNextPage && !pages.some(hasHelp)} empty={<NoHelp />}>
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

function hasHelp({ items }: { items: readonly ArticleCard[] }): boolean {
  return items.some((it) => it.kind === 'help')
}

function NoHelp() {
  return (
    <EmptyState art="no-news" title={<Trans>No answers yet</Trans>}>
      <Trans>The operator hasn't written any yet. Until then, support answers your questions.</Trans>
    </EmptyState>
  )
}
