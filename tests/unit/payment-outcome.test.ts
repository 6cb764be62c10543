import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Outcome } from '#src/outbox/command-runner.ts'
import type { prepay } from '#protocol/orders.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { leadsToOutcome } from '#src/features/orders/payment-outcome.ts'
import { resultOf } from '#src/features/orders/queries.ts'

const draftId = '00000000-0000-4000-8000-000000000001'
const { queryKey } = resultOf(draftId)
const refused = ({ errno, http }: { errno: number; http: number }): Outcome<typeof prepay> => ({
  kind: 'rejected',
  error: new ApiError('rejected', 'no', { errno, http }),
})

/**
 * A client that has been told the draft is unpaid, as its page shows it, and what the server says when it is asked
 * next.
 */
function unpaidPage(answer: () => Promise<unknown>) {
  const client = new QueryClient()
  let asked = 0
  client.setQueryData(queryKey, { order: null })
  const ask = {
    queryKey,
    queryFn: () => {
      asked += 1
      return answer()
    },
  } as unknown as ReturnType<typeof resultOf>
  const observer = new QueryObserver(client, { ...ask, staleTime: Infinity, retry: false })
  observer.subscribe(() => {})
  return { client, ask, shown: () => observer.getCurrentResult().data, asked: () => asked }
}

describe('after a payment', () => {
  test('whose answer got lost, nothing that was known before counts, and the server is asked', async () => {
    const page = unpaidPage(() => new Promise(() => {}))
    expect(await leadsToOutcome(page.client, page.ask, { kind: 'unknown', command: commandLike() })).toBe(true)
    expect([page.shown(), page.asked()]).toEqual([undefined, 1])
  })

  test("of a draft that can't be paid any more, the server is asked whether it was", async () => {
    const paid = unpaidPage(async () => ({ order: { id: 'an order' } }))
    expect(await leadsToOutcome(paid.client, paid.ask, refused(errors.order_not_payable))).toBe(true)
    expect(paid.shown()).toEqual({ order: { id: 'an order' } })
    const expired = unpaidPage(async () => ({ order: null }))
    expect(await leadsToOutcome(expired.client, expired.ask, refused(errors.order_not_payable))).toBe(false)
    expect(expired.asked()).toBe(1)
  })

  test("of such a draft, nobody says that nothing was charged while the server can't be asked", async () => {
    const page = unpaidPage(async () => {
      throw new ApiError('network', 'cut')
    })
    expect(await leadsToOutcome(page.client, page.ask, refused(errors.order_not_payable))).toBe(true)
    expect(page.shown()).toBeUndefined()
  })

  test('that was refused for another reason, the refusal is the answer', async () => {
    const page = unpaidPage(async () => ({ order: null }))
    expect(await leadsToOutcome(page.client, page.ask, refused(errors.price_changed))).toBe(false)
    expect([page.shown(), page.asked()]).toEqual([{ order: null }, 0])
  })
})
