import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ArticleCard } from '#protocol/news.ts'
import { useIsOff } from '../../entities/use-is-off.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { useEveryPage } from '../../ui/use-every-page.ts'
import { ArticleRow } from './article-row.tsx'
import { articles, helpAlone } from './queries.ts'

/** The help articles, which can't be switched off (docs/decisions/0016), and the way to the news while they are on. */
export function HelpArticles() {
  const isNewsOff = useIsOff('news')
  const query = useInfiniteQuery(isNewsOff ? helpAlone : articles)
  useEveryPage(query)
  return (
    <Section title={<Trans>Answers</Trans>}>
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
      {!isNewsOff && (
        <Link to="/subPages/news/list" search={{ kind: 'help' }} className={buttonClass({ look: 'quiet', wide: true })}>
          <Trans>Search news and help</Trans>
        </Link>
      )}
    </Section>
  )
}

function hasHelp({ items }: { items: readonly ArticleCard[] }): boolean {
  return items.some((it) => it.kind === 'help')
}

function NoHelp() {
  return (
    <EmptyState art="no-news" title={<Trans>No answers yet</Trans>}>
      <Trans>The operator hasn't written any yet.</Trans>
    </EmptyState>
  )
}
