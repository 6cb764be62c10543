import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { NothingToPay } from './nothing-to-pay.tsx'
import { Payment } from './payment.tsx'
import { paySearch } from './search.ts'

export const Route = createFileRoute('/pages/pay/pay')({ validateSearch: paySearch, component: PayScreen })

const route = getRouteApi('/pages/pay/pay')

function PayScreen() {
  const { draftId } = route.useSearch()
  const memberId = useSignedIn()
  return draftId === undefined || memberId === undefined ? (
    <NothingToPay />
  ) : (
    <Payment key={draftId} draftId={draftId} />
  )
}
