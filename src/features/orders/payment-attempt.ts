import type { ArgsInput } from '#protocol/call.ts'
import { prepay } from '#protocol/orders.ts'
import { keptAttempt as keptOf } from '../../outbox/kept-attempt.ts'

/** A payment that was sent and whose answer is not known yet. `key` is its `Idempotency-Key`, the same for every repetition. */
export type PaymentAttempt = Omit<ArgsInput<typeof prepay>, 'risksRead'> & { key: string }

/** The payment of this draft, or of any, that was sent first and is still to be asked for; undefined where nothing is. */
export async function keptAttempt(memberId: string, draftId?: string): Promise<PaymentAttempt | undefined> {
  const kept = await keptOf(memberId, prepay, (it) => draftId === undefined || it.draftId === draftId)
  return kept && { ...kept.args, key: kept.key }
}
