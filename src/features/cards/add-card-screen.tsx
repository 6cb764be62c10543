import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { AddCardForm } from './add-card-form.tsx'
import { cardDraft } from './card-draft.ts'
import { banks, cardTypes } from './queries.ts'

export const Route = createFileRoute('/subPages/card/addCard')({ component: AddCardScreen })

function AddCardScreen() {
  const memberId = useSignedIn()
  return <Screen width="form">{memberId !== undefined && <AddCard key={memberId} memberId={memberId} />}</Screen>
}

function AddCard({ memberId }: { memberId: string }) {
  const bankQuery = useQuery(banks)
  const types = useQuery(cardTypes).data?.items ?? []
  const saved = useSavedDraft(cardDraft, memberId)
  return (
    <QueryStates query={bankQuery} skeleton={<DetailSkeleton />}>
      {({ items }) =>
        saved ? (
          <AddCardForm memberId={memberId} banks={items} types={types} draft={saved.content} />
        ) : (
          <DetailSkeleton />
        )
      }
    </QueryStates>
  )
}
