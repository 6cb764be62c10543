import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { prepay } from '#protocol/orders.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Screen } from '../../ui/screen.tsx'
import type { MachineKind } from '../../entities/product-path.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { OrderForm } from './order-form.tsx'
import { savedOrder } from './saved-order.ts'
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

/** Loads what this device stored of an order: the draft of an earlier visit, and a payment whose outcome is unknown. */
function KeptOrder({ memberId, productId, kind }: { memberId: string; productId: string; kind: MachineKind }) {
  const { isReady, unknown } = useCommand(prepay)
  const saved = useSavedDraft(savedOrder, memberId)
  // Once the form is shown, it stays: a payment in another tab must not unmount an open sheet. Paying then reports it.
  const [isOpen, setOpen] = useState(false)
  if (unknown && !isOpen) return <UnconfirmedFirst draftId={String(unknown.args['draftId'])} />
  if (!saved || !isReady)
    return (
      <Screen width="form">
        <DetailSkeleton />
      </Screen>
    )
  if (!isOpen) setOpen(true)
  const choice = saved.content?.productId === productId ? saved.content : undefined
  return (
    <OrderForm
      key={String(saved.isLate)}
      memberId={memberId}
      kind={kind}
      first={choice ?? { productId, quantity: 1 }}
    />
  )
}
