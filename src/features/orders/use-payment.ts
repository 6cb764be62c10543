import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { prepay, type PayFrom } from '#protocol/orders.ts'
import type * as v from 'valibot'
import { newId } from '../../api/device.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useTransactionPassword, type TransactionPassword } from '../../outbox/use-transaction-password.ts'
import { pay } from './commands.ts'
import { savedOrder } from './saved-order.ts'
import type { PaymentAttempt } from './payment-attempt.ts'
import { leadsToOutcome } from './payment-outcome.ts'
import { resultOf } from './queries.ts'

type Wallet = v.InferOutput<typeof PayFrom>
type Payment = Omit<PaymentAttempt, 'key'>

interface Paying {
  pay: (payment: { draftId: string; wallet: Wallet; expectedPayment: number }) => void
  isPaying: boolean
  /** The question for the transaction password, for whoever has one. */
  sheet: TransactionPassword['sheet']
}

/**
 * Pays once, however often it is pressed. Success and a lost answer both lead to the draft's own page, which asks the
 * server what became of it; a refusal is handed to `onRefused`, and nothing was charged. `onGivenUp`: the member did not
 * want to prove it after all.
 */
export function usePayment({
  onRejected,
  onGivenUp,
}: {
  onRejected: (error: unknown) => void
  onGivenUp: () => void
}): Paying {
  const memberId = useSignedIn()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { prove, sheet } = useTransactionPassword(prepay)
  const [isPaying, setPaying] = useState(false)
  const running = useRef(false)
  const last = useRef<PaymentAttempt>(undefined)

  async function run(payment: Payment) {
    // State comes a frame too late for the second tap of two.
    if (memberId === undefined || running.current) return
    running.current = true
    setPaying(true)
    const attempt = isSame(last.current, payment) ? last.current : { ...payment, key: newId() }
    last.current = attempt
    try {
      const order = await prove((password) => pay(memberId, attempt, password))
      if (!order) return onGivenUp()
      client.setQueryData(resultOf(payment.draftId).queryKey, { order })
      await savedOrder.remove(memberId)
      await showOutcome(payment.draftId)
    } catch (failure) {
      if (await leadsToOutcome(client, resultOf(payment.draftId), failure)) await showOutcome(payment.draftId)
      else {
        // The key belongs to the refusal now; a changed mind needs another.
        last.current = undefined
        onRejected(failure)
      }
    } finally {
      running.current = false
      setPaying(false)
    }
  }

  async function showOutcome(draftId: string) {
    await navigate({ to: '/pages/pay/pay', search: { draftId }, replace: true })
  }

  return { pay: (payment) => void run(payment), isPaying, sheet }
}

function isSame(attempt: PaymentAttempt | undefined, payment: Payment): attempt is PaymentAttempt {
  return (
    attempt?.draftId === payment.draftId &&
    attempt.wallet === payment.wallet &&
    attempt.expectedPayment === payment.expectedPayment
  )
}
