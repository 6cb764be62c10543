import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNotFound } from '../../api/is-not-found.ts'
import { articleRead } from '../../entities/article.ts'
import { ArticleView } from '../../entities/article-view.tsx'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Art } from '../../ui/art.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { markOpened } from './read-marks.ts'
import { newsDetailSearch } from './search.ts'

export const Route = createFileRoute('/subPages/news/detail')({
  validateSearch: newsDetailSearch,
  component: NewsDetailScreen,
})

const route = getRouteApi('/subPages/news/detail')

/** One article. A URL without an id, which may have been typed by hand, shows a link to the list. */
function NewsDetailScreen() {
  const { id, language, revision } = route.useSearch()
  if (id === undefined)
    return (
      <Screen>
        <NoArticle />
      </Screen>
    )
  const agreed = language !== undefined && revision !== undefined ? { language, revision: Number(revision) } : undefined
  return <ArticleScreen key={id} id={id} agreed={agreed} />
}

function ArticleScreen({ id, agreed }: { id: string; agreed: Parameters<typeof articleRead>[1] }) {
  const query = useQuery(articleRead(id, agreed))
  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere) markOpened(id)
  }, [id, isThere])
  return (
    <Screen {...(query.data && { title: query.data.title })}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        {query.data === undefined && isNotFound(query.error) ? (
          <NoArticle />
        ) : (
          <QueryStates query={query}>
            {(article) => (
              <Card>
                {article.art !== null && <Art name={article.art} />}
                <div className="pt-4">
                  <ArticleView article={article} />
                </div>
              </Card>
            )}
          </QueryStates>
        )}
      </PullToRefresh>
    </Screen>
  )
}

function NoArticle() {
  return (
    <EmptyState
      art="no-news"
      title={<Trans>This article wasn't found</Trans>}
      action={
        <FeatureLink to="/subPages/news/list" className={buttonClass({ look: 'quiet' })}>
          <Trans>See the news</Trans>
        </FeatureLink>
      }
    >
      <Trans>The operator has removed it, or never published it.</Trans>
    </EmptyState>
  )
}
