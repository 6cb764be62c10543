import type { Answer } from '#protocol/call.ts'
import { prepay } from '#protocol/orders.ts'
import { announceApplied } from '../../cache/applied.ts'
import { forgetAttempts, keptAttempt, makeAttempt } from '../../outbox/kept-attempt.ts'
import type { PaymentAttempt } from './payment-attempt.ts'

/**
 * Pays a draft. However often it is called for the same attempt, the server does it once. Rejects with AnswerLost where
 * the outcome is unknown (the attempt then stays kept), with ApiError where the server refused and nothing was charged.
 * `password` is the transaction password, from those who have one; wrong digits leave the attempt as it is.
 */
export async function pay(
  memberId: string,
  { key, ...args }: PaymentAttempt,
  password?: string,
): Promise<Answer<typeof prepay>> {
  // A draft is paid once, whichever tab sent it: while one answer is owed, what turns this one away at the door is none.
  const owed = await keptAttempt(memberId, prepay, (it) => it.draftId === args.draftId)
  return makeAttempt(
    memberId,
    prepay,
    { key, args: { ...args, risksRead: true }, ...(owed && { sentAt: owed.sentAt ?? 0 }) },
    password,
  )
}

/**
 * The server's word about a draft is known, so about every payment of it whose answer was lost: where it was paid, what that
 * changed is asked for again.
 */
export async function settleAttempt(memberId: string, draftId: string, wasPaid: boolean): Promise<void> {
  if (wasPaid) announceApplied({ memberId, commandId: draftId, path: prepay.path, invalidates: prepay.invalidates })
  await forgetAttempts(memberId, prepay, ({ args }) => args.draftId === draftId)
}
