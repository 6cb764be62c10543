import type { QueryClient } from '@tanstack/react-query'
import { errors } from '#protocol/errors.ts'
import type { prepay } from '#protocol/orders.ts'
import { ApiError } from '../../api/api-error.ts'
import { ownReasonOf } from '../../lib/own-reasons.ts'
import type { Outcome } from '../../outbox/command-runner.ts'
import type { resultOf } from './queries.ts'

/**
 * True where the draft's page has to find out what became of a payment that was not confirmed; `result` is its query.
 * False where the server rejected the payment and nothing was charged. Drops a cached answer to `result`, because that
 * was given before this payment.
 */
export async function leadsToOutcome(
  client: QueryClient,
  result: ReturnType<typeof resultOf>,
  outcome: Outcome<typeof prepay>,
): Promise<boolean> {
  if (outcome.kind === 'unknown') return askAnew(client, result)
  if (outcome.kind !== 'rejected') return false
  const { error } = outcome
  if (ownReasonOf(error) === 'underWay') return askAnew(client, result)
  if (!(error instanceof ApiError) || error.errno !== errors.order_not_payable.errno) return false
  // The draft may be paid: by an earlier request whose answer was lost, or in another tab.
  return client.fetchQuery({ ...result, staleTime: 0, retry: false }).then(
    ({ order }) => order !== null,
    () => askAnew(client, result),
  )
}

/** Resets the query and doesn't wait for the answer: without a network it may take long. */
function askAnew(client: QueryClient, { queryKey }: ReturnType<typeof resultOf>): true {
  void client.resetQueries({ queryKey, exact: true })
  return true
}
