import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { profile } from '../../entities/profile.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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
  // Asked for at the end it would cost what was typed: number and CVV are kept nowhere.
  if (useQuery(profile).data?.userInfo.hasTransactionPassword === false) return <PasswordFirst />
  return (
    <QueryStates query={bankQuery} skeleton={<DetailSkeleton />}>
      {({ items }) =>
        saved ? (
          <AddCardForm
            key={String(saved.isLate)}
            memberId={memberId}
            banks={items}
            types={types}
            draft={saved.content}
          />
        ) : (
          <DetailSkeleton />
        )
      }
    </QueryStates>
  )
}

function PasswordFirst() {
  return (
    <EmptyState
      art="no-cards"
      title={<Trans>Set a transaction password first</Trans>}
      action={
        <Link to="/pages/auth/changePassword" search={{ of: 'transaction' }} className={buttonClass()}>
          <span className="min-w-0">
            <Trans>Set a transaction password</Trans>
          </span>
        </Link>
      }
    >
      <Trans>
        It's six digits you choose. They confirm that it's you adding a card or withdrawing. Then you come back here and
        enter the card.
      </Trans>
    </EmptyState>
  )
}
