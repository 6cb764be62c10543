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

/** What this device remembers of an order: the choice of an earlier visit, and a payment whose outcome is not known. */
function KeptOrder({ memberId, productId, kind }: { memberId: string; productId: string; kind: MachineKind }) {
  const { isReady, unknown } = useCommand(prepay)
  const [saved, setSaved] = useState<{ choice: OrderChoice | undefined }>()
  // Once open, the form stays: a payment of another tab must not take an open sheet away. Paying then says so.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isHere = true
    const take = (choice: OrderChoice | undefined) => {
      if (isHere) setSaved((before) => before ?? { choice: choice?.productId === productId ? choice : undefined })
    }
    void savedOrder.load(memberId).then(take)
    // A store that never opens must not keep anyone from buying.
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
