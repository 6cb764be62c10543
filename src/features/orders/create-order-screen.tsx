import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { prepay } from '#protocol/orders.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Screen } from '../../ui/screen.tsx'
import type { MachineKind } from '../../entities/product-path.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { OrderForm } from './order-form.tsx'
import { savedOrder, type OrderChoice } from './saved-order.ts'
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

/** Loads what this device stored of an order: the draft of an earlier visit, and a payment whose outcome is unknown. */
function KeptOrder({ memberId, productId, kind }: { memberId: string; productId: string; kind: MachineKind }) {
  const { isReady, unknown } = useCommand(prepay)
  const [saved, setSaved] = useState<{ choice: OrderChoice | undefined }>()
  // Once the form is shown, it stays: a payment in another tab must not unmount an open sheet. Paying then reports it.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isHere = true
    const take = (choice: OrderChoice | undefined) => {
      if (isHere) setSaved((before) => before ?? { choice: choice?.productId === productId ? choice : undefined })
    }
    void savedOrder.load(memberId).then(take)
    // A browser store that never opens must not stop the member from buying.
    const timer = setTimeout(() => take(undefined), patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId, productId])
  if (unknown && !isOpen) return <UnconfirmedFirst draftId={String(unknown.args['draftId'])} />
  if (!saved || !isReady)
    return (
      <Screen width="form">
        <DetailSkeleton />
      </Screen>
    )
  if (!isOpen) setOpen(true)
  return <OrderForm memberId={memberId} kind={kind} first={saved.choice ?? { productId, quantity: 1 }} />
}
