import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Screen } from '../../ui/screen.tsx'
import type { MachineKind } from '../../entities/product-path.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { OrderForm } from './order-form.tsx'
import { savedOrder, type OrderChoice } from './saved-order.ts'
import { keptAttempt, type PaymentAttempt } from './payment-attempt.ts'
import { createOrderSearch } from './search.ts'
import { UnconfirmedFirst } from './unconfirmed.tsx'

export const Route = createFileRoute('/subPages/product/createOrder')({
  validateSearch: createOrderSearch,
  component: CreateOrderScreen,
})

const route = getRouteApi('/subPages/product/createOrder')

function CreateOrderScreen() {
  const { id, kind = 'vehicle' } = route.useSearch()
  const memberId = useSignedIn()
  return id === undefined || memberId === undefined ? (
    <NothingToPay />
  ) : (
    <KeptOrder key={id} memberId={memberId} productId={id} kind={kind} />
  )
}

const patienceMs = 2000

/** What this device saved of an order: the choice of an earlier visit, and a payment whose outcome is unknown. */
interface Kept {
  choice: OrderChoice | undefined
  attempt: PaymentAttempt | undefined
}

function KeptOrder({ memberId, productId, kind }: { memberId: string; productId: string; kind: MachineKind }) {
  const [kept, setKept] = useState<Kept>()
  useEffect(() => {
    let isHere = true
    // A payment found late still needs its outcome; a choice found late would overwrite what is typed by now.
    const take = (it: Kept) => {
      if (isHere) setKept((before) => (before ? { ...before, attempt: before.attempt ?? it.attempt } : it))
    }
    void Promise.all([savedOrder.load(memberId), keptAttempt(memberId)]).then(([choice, attempt]) =>
      take({ choice: choice?.productId === productId ? choice : undefined, attempt }),
    )
    // A database that never opens must not keep anyone from buying.
    const timer = setTimeout(() => take({ choice: undefined, attempt: undefined }), patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId, productId])
  if (!kept)
    return (
      <Screen width="form">
        <DetailSkeleton />
      </Screen>
    )
  if (kept.attempt) return <UnconfirmedFirst draftId={kept.attempt.draftId} />
  return <OrderForm memberId={memberId} kind={kind} first={kept.choice ?? { productId, quantity: 1 }} />
}
