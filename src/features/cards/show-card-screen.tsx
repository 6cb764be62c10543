import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { use } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BackContext, Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { CardPanel } from './card-panel.tsx'
import { bankCards } from '../../entities/bank-cards.ts'
import { showCardSearch } from './search.ts'

export const Route = createFileRoute('/pages/web/showCard')({
  validateSearch: showCardSearch,
  component: ShowCardScreen,
})

const route = getRouteApi('/pages/web/showCard')

/** One card on its own screen. The full number is not shown, because the server gives it to no client. */
function ShowCardScreen() {
  const { id } = route.useSearch()
  const query = useQuery(bankCards)
  const back = use(BackContext)
  return (
    <Screen width="form">
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {({ items }) => {
            const card = items.find((it) => it.id === id)
            return card ? <CardPanel key={card.id} card={card} onRemoved={back} /> : <NoCard />
          }}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function NoCard() {
  return (
    <EmptyState
      art="no-cards"
      title={<Trans>This card wasn't found</Trans>}
      action={
        <Link to="/subPages/card/list" replace className={buttonClass({ look: 'quiet' })}>
          <Trans>All cards</Trans>
        </Link>
      }
    >
      <Trans>It was removed, here or on another device, or it was never in your account.</Trans>
    </EmptyState>
  )
}
