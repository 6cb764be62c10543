import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { chosenOffers, withOffer } from '../../entities/chosen-offers.ts'
import { ArticleLink } from '../../entities/article-link.tsx'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { CompareTable } from './compare-table.tsx'
import { catalogue } from './queries.ts'
import { compareSearch } from './search.ts'

export const Route = createFileRoute('/subPages/product/compare')({
  validateSearch: compareSearch,
  component: CompareScreen,
})

const route = getRouteApi('/subPages/product/compare')

/** Two to four offers side by side. */
function CompareScreen() {
  const { ids } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(catalogue)
  const isOnline = useOnline()
  const chosen = chosenOffers(ids)
  const all = query.data?.pages.flatMap((it) => it.items) ?? []
  const products = chosen.flatMap((id) => all.find((it) => it.id === id) ?? [])
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  // A link may name offers of the catalogue's later pages.
  const isSeeking = products.length < chosen.length && hasNextPage && !isError
  // A stored answer may be older than an offer.
  const offers = hasNextPage || isFetching || !isOnline ? undefined : query.data && all
  const known = offers ? products.map((it) => it.id).join('.') : ids
  useEffect(() => {
    if (isSeeking && !isFetching) void fetchNextPage()
  }, [isSeeking, isFetching, fetchNextPage])
  return (
    <Screen width="panes">
      <PullToRefresh onRefresh={() => query.refetch()}>
        {chosen.length === 0 ? (
          <NothingChosen />
        ) : (
          <QueryStates query={query} skeleton={<DetailSkeleton />}>
            {() =>
              products.length === 0 ? (
                isSeeking ? (
                  <DetailSkeleton />
                ) : (
                  <>
                    {offers && <GoneOffers count={chosen.length} />}
                    <NothingChosen />
                  </>
                )
              ) : (
                <>
                  {offers && <GoneOffers count={chosen.length - products.length} />}
                  <CompareTable
                    products={products}
                    onRemove={(id) =>
                      void navigate({ search: { ids: withOffer(known, id) }, replace: true, resetScroll: false })
                    }
                  />
                  {products.length < 2 && !isSeeking && <ChooseMore ids={known} />}
                  <p className="text-small text-ink-soft text-pretty">
                    <Trans>Past earnings don't guarantee future ones: a machine can earn less, or stop running.</Trans>
                  </p>
                  <p>
                    <ArticleLink id="risks" isAlone>
                      <Trans>Read about the risks at length</Trans>
                    </ArticleLink>
                  </p>
                </>
              )
            }
          </QueryStates>
        )}
      </PullToRefresh>
    </Screen>
  )
}

/** Says how many of the chosen offers are not shown: the operator has taken them off. */
function GoneOffers({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Banner icon="info">
      <Plural
        value={count}
        one="# of the chosen offers isn't in the Mall now."
        other="# of the chosen offers aren't in the Mall now."
      />
    </Banner>
  )
}

function ChooseMore({ ids }: { ids: string | undefined }) {
  if (useIsPageOff('/pages/index/index')) return null
  return (
    <p>
      <Link to="/pages/index/index" search={{ compare: ids || '0' }} className={buttonClass({ look: 'quiet' })}>
        <Trans>Choose another offer</Trans>
      </Link>
    </p>
  )
}

function NothingChosen() {
  const title = <Trans>No offers chosen</Trans>
  if (useIsPageOff('/pages/index/index'))
    return (
      <EmptyState art="no-products" title={title}>
        <Trans>You can choose some again as soon as the operator turns the Mall back on.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      art="no-products"
      title={title}
      action={
        <Link to="/pages/index/index" search={{ compare: '0' }} className={buttonClass()}>
          <Trans>Choose offers</Trans>
        </Link>
      }
    >
      <Trans>Choose two to four offers in the Mall to see them side by side.</Trans>
    </EmptyState>
  )
}
