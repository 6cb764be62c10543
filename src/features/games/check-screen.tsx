import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Draw } from '#protocol/games.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { drawHistory } from '../../cache/persistent/long-lists.ts'
import { useLongList } from '../../cache/persistent/use-long-list.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { CheckDraw } from './check-draw.tsx'
import { DrawDescription } from './draw-description.tsx'
import { drawOf } from './queries.ts'
import { checkSearch } from './search.ts'

export const Route = createFileRoute('/subPages/box/check')({ validateSearch: checkSearch, component: CheckScreen })

const route = getRouteApi('/subPages/box/check')

/** "Check this draw": repeats a draw on this device, from what was published. */
function CheckScreen() {
  const { id } = route.useSearch()
  return (
    <Screen>
      {id === undefined ? <NoDraw title={<Trans>Which draw?</Trans>} /> : <ChosenDraw key={id} id={id} />}
      <DrawDescription />
    </Screen>
  )
}

function ChosenDraw({ id }: { id: string }) {
  const asked = useQuery(drawOf(id))
  const history = useLongList(drawHistory)
  const listed = history.items.find((it) => it.id === id)
  // Offline, a draw that was never opened, or whose seed was revealed since, is in the prefetched history.
  const isFromHistory = listed !== undefined && (!asked.data || (isSecret(asked.data) && !isSecret(listed)))
  const data = isFromHistory ? listed : asked.data
  const { dataUpdatedAt } = isFromHistory ? history.query : asked
  if (!data && isNotFound(asked.error)) return <NoDraw title={<Trans>This draw wasn't found</Trans>} />
  return (
    <PullToRefresh onRefresh={() => asked.refetch()}>
      <QueryStates query={{ ...asked, data, dataUpdatedAt }}>
        {(draw) => <CheckDraw draw={draw} history={history} />}
      </QueryStates>
    </PullToRefresh>
  )
}

function isSecret({ proof }: Draw): boolean {
  return proof.serverSeed === null
}

function NoDraw({ title }: { title: ReactNode }) {
  return (
    <EmptyState
      art="nothing-found"
      title={title}
      action={
        <Link to="/subPages/box/historyList" className={buttonClass({ look: 'quiet' })}>
          <Trans>See your draws</Trans>
        </Link>
      }
    >
      <Trans>Choose one of your draws to check it.</Trans>
    </EmptyState>
  )
}
