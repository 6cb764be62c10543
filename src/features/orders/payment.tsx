import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { prepay } from '#protocol/orders.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { ownReasonOf } from '../../lib/own-reasons.ts'
import { commands } from '../../outbox/current-commands.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Card } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { OrderDone } from './order-done.tsx'
import { OrderPanel, ToUnits } from './order-panel.tsx'
import { resultOf } from './queries.ts'
import { UnconfirmedPayment } from './unconfirmed.tsx'
import { UnpaidDraft } from './unpaid-draft.tsx'

/** The page of a draft: the order if it was paid, else the payment step. The server is asked first in any case. */
export function Payment({ draftId }: { draftId: string }) {
  const result = useQuery({ ...resultOf(draftId), refetchOnMount: 'always' })
  const { unknown, isChecking, check } = useCommand(prepay, {
    concerns: (it) => it.draftId === draftId,
    onOutcome: () => void result.refetch(),
  })
  const wasLost = useWasLost(draftId)
  const order = result.data?.order
  if (order)
    return order.status === 'invalid' ? (
      <Screen width="form" bottom={<ToUnits order={order} />}>
        <Card>
          <OrderPanel order={order} />
        </Card>
      </Screen>
    ) : (
      <OrderDone order={order} />
    )
  if (unknown)
    return (
      <Screen width="form">
        <UnconfirmedPayment
          onCheck={() => void Promise.all([check(), result.refetch()])}
          isChecking={isChecking || result.fetchStatus === 'fetching'}
        />
      </Screen>
    )
  // The draft is gone, or belongs to another member: no payment of it can have succeeded.
  if (result.data !== undefined || isNotFound(result.error)) return <UnpaidDraft draftId={draftId} wasTried={wasLost} />
  return (
    <Screen width="form">
      <QueryStates query={result} skeleton={<DetailSkeleton />}>
        {() => null}
      </QueryStates>
    </Screen>
  )
}

/** True where the last payment of the draft never reached the server. */
function useWasLost(draftId: string): boolean {
  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const last = rows.findLast((it) => it.call === prepay.path && it.args['draftId'] === draftId)
  return last?.state === 'rejected' && ownReasonOf(last.reply) === 'notArrived'
}
