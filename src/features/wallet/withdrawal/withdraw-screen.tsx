import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useSignedIn } from '../../../cache/use-signed-in.ts'
import { useSavedDraft } from '../../../entities/use-saved-draft.ts'
import { Screen } from '../../../ui/screen.tsx'
import { DetailSkeleton } from '../../../ui/skeletons.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { OneWithdrawal } from './one-withdrawal.tsx'
import { withdrawing, withdrawingWith } from '../queries.ts'
import { withdrawSearch } from '../search.ts'
import { withdrawalDraft } from './withdrawal-draft.ts'
import { Withdrawing, type WithdrawingProps } from './withdrawing.tsx'

export const Route = createFileRoute('/subPages/withdraw/index')({
  validateSearch: withdrawSearch,
  component: WithdrawScreen,
})

const route = getRouteApi('/subPages/withdraw/index')

function WithdrawScreen() {
  const memberId = useSignedIn()
  return memberId === undefined ? null : <FormOrOne key={memberId} memberId={memberId} />
}

/**
 * The form with the recent withdrawals. A withdrawal named in the address is shown alone on a phone, and beside the
 * form on a wide screen.
 */
function FormOrOne({ memberId }: { memberId: string }) {
  const { id, card } = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useWide()
  const query = useQuery(withdrawing)
  // One of more than 30 days ago is in no list, and one made on another device may not be in the list of this one.
  const isUnlisted = id !== undefined && query.data !== undefined && !query.data.recent.some((it) => it.id === id)
  const asked = useQuery(isUnlisted ? withdrawingWith(id) : withdrawing)
  if (id !== undefined && !isWide) return <OneWithdrawal asked={asked} id={id} />
  return (
    <WithdrawingFromDraft
      memberId={memberId}
      card={card}
      query={query}
      asked={asked}
      chosenId={id}
      onChoose={(next) => void navigate({ search: { id: next }, replace: isWide, resetScroll: !isWide })}
    />
  )
}

/** Mounted together with the form, so that returning to the form reads the draft again. */
function WithdrawingFromDraft({ card, ...props }: Omit<WithdrawingProps, 'initial'> & { card: string | undefined }) {
  const saved = useSavedDraft(withdrawalDraft, props.memberId)
  if (!saved)
    return (
      <Screen width="panes">
        <DetailSkeleton />
      </Screen>
    )
  return (
    <Withdrawing
      key={String(saved.isLate)}
      {...props}
      initial={{ ...saved.content, ...(card !== undefined && { cardId: card }) }}
    />
  )
}
