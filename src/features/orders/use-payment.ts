import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { draftGenerate, prepay, type OfferTerms, type PayFrom } from '#protocol/orders.ts'
import type * as v from 'valibot'
import { useCommand, type CommandHook } from '../../outbox/use-command.ts'
import { leadsToOutcome } from './payment-outcome.ts'
import { resultOf } from './queries.ts'

type Wallet = v.InferOutput<typeof PayFrom>

/** What the member agrees to: the wallet, the price in minor units, and the terms as they were read. */
interface Agreed {
  wallet: Wallet
  expectedPayment: number
  expectedTerms: OfferTerms
}

interface Paying {
  pay: (agreed: Agreed) => void
  isPaying: boolean
  /** For `<CommandSheet {...sheet} />`, which asks for the transaction password if the member has one. */
  sheet: CommandHook<typeof prepay>['sheet']
}

/**
 * Pays a draft once, however often the button is pressed. Success and a lost answer both lead to the draft's page,
 * which asks the server for the outcome. `onRejected` gets a rejection, after which nothing was charged. `onGivenUp` is
 * called when the member closes the password sheet.
 */
export function usePayment(
  draftId: string,
  { onRejected, onGivenUp }: { onRejected: (error: unknown) => void; onGivenUp: () => void },
): Paying {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { run, isBusy, sheet } = useCommand(prepay, { concerns: (it) => it.draftId === draftId })

  async function pay(agreed: Agreed) {
    const from = router.state.location.pathname
    const outcome = await run({ draftId, ...agreed, risksRead: true })
    if (outcome.kind === 'abandoned') return onGivenUp()
    if (outcome.kind === 'applied') {
      client.setQueryData(resultOf(draftId).queryKey, { order: outcome.answer })
    } else if (!(await leadsToOutcome(client, resultOf(draftId), outcome))) {
      return onRejected(outcome.kind === 'rejected' ? outcome.error : undefined)
    }
    // Who went on to another page while the server didn't answer isn't taken away from it.
    if (router.state.location.pathname === from)
      await navigate({ to: '/pages/pay/pay', search: { draftId }, replace: true })
    // A draft is paid once: who buys the same again needs another one, however soon that is.
    client.removeQueries({ queryKey: [draftGenerate.path] })
  }

  return { pay: (agreed) => void pay(agreed), isPaying: isBusy, sheet }
}
