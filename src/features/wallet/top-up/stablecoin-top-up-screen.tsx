import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useSignedIn } from '../../../cache/use-signed-in.ts'
import { topUpSearch } from '../search.ts'
import { TopUpForm } from './top-up-form.tsx'
import { TopUpProgress } from './top-up-progress.tsx'

export const Route = createFileRoute('/pages/pay/ustd')({
  validateSearch: topUpSearch,
  component: StablecoinTopUpScreen,
})

const route = getRouteApi('/pages/pay/ustd')

/** The form for a new top-up, or the state of one that was opened. */
function StablecoinTopUpScreen() {
  const { id, amount } = route.useSearch()
  const memberId = useSignedIn()
  if (memberId === undefined) return null
  return id === undefined ? (
    <TopUpForm key={amount} memberId={memberId} missing={Number(amount)} />
  ) : (
    <TopUpProgress key={id} id={id} memberId={memberId} />
  )
}
