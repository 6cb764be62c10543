import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { prepay, type PayFrom } from '#protocol/orders.ts'
import type * as v from 'valibot'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useCommand, type CommandHook } from '../../outbox/use-command.ts'
import { leadsToOutcome } from './payment-outcome.ts'
import { resultOf } from './queries.ts'
import { savedOrder } from './saved-order.ts'

type Wallet = v.InferOutput<typeof PayFrom>

interface Paying {
  pay: (wallet: Wallet, expectedPayment: number) => void
  isPaying: boolean
  /** For `<CommandSheet {...sheet} />`: asks those who have one for their transaction password. */
  sheet: CommandHook<typeof prepay>['sheet']
}

/**
 * Pays a draft once, however often it is pressed. Success and a lost answer both lead to the draft's own page, which
 * asks the server what became of it; a rejection is handed to `onRejected`, and nothing was charged. `onGivenUp`: the
 * member closed the question.
 */
export function usePayment(
  draftId: string,
  { onRejected, onGivenUp }: { onRejected: (error: unknown) => void; onGivenUp: () => void },
): Paying {
  const memberId = useSignedIn()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { run, isBusy, sheet } = useCommand(prepay, { concerns: (it) => it.draftId === draftId })

  async function pay(wallet: Wallet, expectedPayment: number) {
    const outcome = await run({ draftId, wallet, expectedPayment, risksRead: true })
    if (outcome.kind === 'abandoned') return onGivenUp()
    if (outcome.kind === 'applied') {
      client.setQueryData(resultOf(draftId).queryKey, { order: outcome.answer })
      if (memberId !== undefined) await savedOrder.remove(memberId)
    } else if (!(await leadsToOutcome(client, resultOf(draftId), outcome))) {
      return onRejected(outcome.kind === 'rejected' ? outcome.error : undefined)
    }
    await navigate({ to: '/pages/pay/pay', search: { draftId }, replace: true })
  }

  return { pay: (wallet, expectedPayment) => void pay(wallet, expectedPayment), isPaying: isBusy, sheet }
}
