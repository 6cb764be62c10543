import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isNotFound } from '../../api/is-not-found.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { settleAttempt } from './commands.ts'
import { OrderDone } from './order-done.tsx'
import { keptAttempt } from './payment-attempt.ts'
import { resultOf } from './queries.ts'
import { UnconfirmedPayment } from './unconfirmed.tsx'
import { UnpaidDraft } from './unpaid-draft.tsx'

const askAgainMs = 4000

/** A draft's own page: what became of it if it was paid, else the payment step. The server is asked first, always. */
export function Payment({ draftId, memberId }: { draftId: string; memberId: string }) {
  const [wasTried, setTried] = useState(false)
  const result = useQuery({
    ...resultOf(draftId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      wasTried && state.data === undefined && !isNotFound(state.error) ? askAgainMs : false,
  })
  // A draft that is gone, or another member's: no payment of it can have gone through.
  const isGone = isNotFound(result.error)
  const isKnown = result.data !== undefined || isGone
  const wasPaid = result.data?.order !== undefined && result.data.order !== null
  // Looked for again where the outcome is not known any more: it may have been paid here. It counts also where the store is slower
  // than the server, and once it is known and forgotten: what became of it is still to be said.
  useEffect(() => {
    if (!isKnown) void keptAttempt(memberId, draftId).then((it) => it && setTried(true))
  }, [draftId, memberId, isKnown])
  useEffect(() => {
    if (wasTried && isKnown) void settleAttempt(memberId, draftId, wasPaid)
  }, [wasTried, isKnown, wasPaid, memberId, draftId])
  if (result.data?.order) return <OrderDone order={result.data.order} />
  if (isKnown) return <UnpaidDraft draftId={draftId} wasTried={wasTried} />
  return (
    <Screen width="form">
      {wasTried && (result.isError || result.fetchStatus === 'paused') ? (
        <UnconfirmedPayment onCheck={() => void result.refetch()} isChecking={result.fetchStatus === 'fetching'} />
      ) : (
        <QueryStates query={result} skeleton={<DetailSkeleton />}>
          {() => null}
        </QueryStates>
      )}
    </Screen>
  )
}
