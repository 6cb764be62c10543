import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { AddCardForm } from './add-card-form.tsx'
import { banks, cardTypes } from './queries.ts'
import { useSavedDraft } from './use-saved-draft.ts'

export const Route = createFileRoute('/subPages/card/addCard')({ component: AddCardScreen })

function AddCardScreen() {
  const memberId = useSignedIn()
  return <Screen width="form">{memberId !== undefined && <AddCard key={memberId} memberId={memberId} />}</Screen>
}

function AddCard({ memberId }: { memberId: string }) {
  const bankQuery = useQuery(banks)
  const types = useQuery(cardTypes).data?.items ?? []
  const kept = useSavedDraft(memberId)
  return (
    <QueryStates query={bankQuery} skeleton={<DetailSkeleton />}>
      {({ items }) =>
        kept ? <AddCardForm memberId={memberId} banks={items} types={types} draft={kept.draft} /> : <DetailSkeleton />
      }
    </QueryStates>
  )
}
