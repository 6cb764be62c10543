import type { QueryClient } from '@tanstack/react-query'
import { errors } from '#protocol/errors.ts'
import type { prepay } from '#protocol/orders.ts'
import { ApiError } from '../../api/api-error.ts'
import { ownReasonOf } from '../../lib/own-reasons.ts'
import type { Outcome } from '../../outbox/command-runner.ts'
import type { resultOf } from './queries.ts'

/**
 * Whether a payment that was not confirmed is to be looked up on its draft's page, `result` being the question for it.
 * Not where the server rejected it and nothing was charged. What was known of the draft before is dropped: it says
 * nothing about this payment.
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
  // It may be paid: by what was sent before and got no answer, or in another tab.
  return client.fetchQuery({ ...result, staleTime: 0, retry: false }).then(
    ({ order }) => order !== null,
    () => askAnew(client, result),
  )
}

/** Without a network the answer may be long in coming: nobody waits for it here. */
function askAnew(client: QueryClient, { queryKey }: ReturnType<typeof resultOf>): true {
  void client.resetQueries({ queryKey, exact: true })
  return true
}
