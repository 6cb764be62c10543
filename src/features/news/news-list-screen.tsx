import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ArticleCard } from '#protocol/news.ts'
import { finder } from '../../lib/find.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { TwoPanes } from '../../ui/two-panes.tsx'
import { useLast } from '../../ui/use-last.ts'
import { useWide } from '../../ui/use-wide.ts'
import { ArticlePane } from './article-pane.tsx'
import { ArticleRow } from './article-row.tsx'
import { articleTexts } from './article-texts.ts'
import { KindName } from './kind-name.tsx'
import { articles } from './queries.ts'
import { useUnread } from './read-marks.ts'
import { newsListSearch } from './search.ts'

export const Route = createFileRoute('/subPages/news/list')({
  validateSearch: newsListSearch,
  component: NewsListScreen,
})

const path = '/subPages/news/list'
const route = getRouteApi(path)

/** News and help, also offline; from 900 px the chosen article is shown beside the list. */
function NewsListScreen() {
  const query = useInfiniteQuery(articles)
  const all = query.data?.pages.flatMap((page) => page.items) ?? []
  const search = useSearch({ from: path, shouldThrow: false })
  const { kind = 'all', selected } = useLast(search, {})
  const navigate = route.useNavigate()
  const [wanted, setWanted] = useState('')
  const found = useFound(all, wanted).filter((it) => kind === 'all' || it.kind === kind)
  const isUnread = useUnread()
  const isWide = useWide()
  const { t } = useLingui()
  const chosen = isWide ? (found.find((it) => it.id === selected) ?? found[0]) : undefined
  const show = (change: { kind?: ArticleCard['kind'] | undefined; selected?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const paneOf = ({ id }: ArticleCard) => ({
    isChosen: id === chosen?.id,
    onChoose: () => show({ selected: id }),
  })
  return (
    <Screen width="panes" hasBack={false}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <TwoPanes detail={chosen && <ArticlePane key={chosen.id} article={chosen} isChosen={chosen.id === selected} />}>
          <QueryStates query={query} isEmpty={() => all.length === 0} empty={<NoNews />}>
            {() => (
              <>
                <Segments
                  label={t`Show`}
                  value={kind}
                  onChange={(next) => show({ kind: next === 'all' ? undefined : next, selected: undefined })}
                  options={[
                    { value: 'all', text: <Trans>All</Trans> },
                    { value: 'news', text: <KindName kind="news" /> },
                    { value: 'help', text: <KindName kind="help" /> },
                  ]}
                />
                <ListSearch
                  label={t`Search news and help`}
                  of={all.length}
                  from={1}
                  value={wanted}
                  onChange={setWanted}
                />
                {(found.length > 0 || query.hasNextPage) && (
                  <InfiniteList items={found} keyOf={(it) => it.id} {...pagesOf(query)}>
                    {(it) => <ArticleRow article={it} isUnread={isUnread(it)} pane={isWide ? paneOf(it) : undefined} />}
                  </InfiniteList>
                )}
                {found.length === 0 &&
                  !query.hasNextPage &&
                  (wanted === '' ? <NoNews /> : <NothingFound wanted={wanted} />)}
              </>
            )}
          </QueryStates>
        </TwoPanes>
      </PullToRefresh>
      <Link to="/pages/my/help" className={buttonClass({ look: 'quiet', wide: true })}>
        <Trans>Contact support</Trans>
      </Link>
    </Screen>
  )
}

/** The articles in whose title, summary or text every wanted word stands. */
function useFound(all: readonly ArticleCard[], wanted: string): readonly ArticleCard[] {
  const texts = useQuery(articleTexts(all)).data
  const find = finder<ArticleCard>((it) => [it.title, it.line, texts?.get(it.id) ?? null])
  return find(all, wanted)
}

function NoNews() {
  return (
    <EmptyState art="no-news" title={<Trans>No news yet</Trans>}>
      <Trans>You'll see the operator's news and how things work here.</Trans>
    </EmptyState>
  )
}
