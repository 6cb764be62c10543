import type { QueryClient } from '@tanstack/react-query'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { AnswerLost } from '../../outbox/kept-attempt.ts'
import type { resultOf } from './queries.ts'

/**
 * Whether a payment that failed is to be looked up on its draft's page, `result` being the question for it. Not where the
 * server refused and nothing was charged. What was known of the draft before is dropped: it says nothing about this payment.
 */
export async function leadsToOutcome(
  client: QueryClient,
  result: ReturnType<typeof resultOf>,
  failure: unknown,
): Promise<boolean> {
  if (failure instanceof AnswerLost) return askAnew(client, result)
  if (!(failure instanceof ApiError) || failure.errno !== errors.order_not_payable.errno) return false
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
