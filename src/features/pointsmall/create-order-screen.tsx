import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '../../api/is-not-found.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { NoGoods } from './no-goods.tsx'
import { OrderForm } from './order-form.tsx'
import { pointsDraft } from './points-draft.ts'
import { goodsOf } from './queries.ts'
import { goodsSearch } from './search.ts'

export const Route = createFileRoute('/subPages/pointsmall/createOrder')({
  validateSearch: goodsSearch,
  component: CreatePointsOrderScreen,
})

const route = getRouteApi('/subPages/pointsmall/createOrder')

function CreatePointsOrderScreen() {
  const { id } = route.useSearch()
  const memberId = useSignedIn()
  return id === undefined || memberId === undefined ? (
    <NoGoods title={<Trans>This item wasn't found</Trans>} />
  ) : (
    <KnownGoods key={id} memberId={memberId} id={id} />
  )
}

function KnownGoods({ memberId, id }: { memberId: string; id: string }) {
  const query = useQuery(goodsOf(id))
  const saved = useSavedDraft(pointsDraft, memberId)
  if (isNotFound(query.error)) return <NoGoods title={<Trans>This is no longer offered</Trans>} />
  if (query.data && saved)
    return (
      <OrderForm
        key={String(saved.isLate)}
        memberId={memberId}
        query={query}
        goods={query.data}
        initial={saved.content?.goodsId === id ? saved.content : { goodsId: id, quantity: 1 }}
      />
    )
  return (
    <Screen width="form">
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {() => <DetailSkeleton />}
      </QueryStates>
    </Screen>
  )
}
