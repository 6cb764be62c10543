import { Suspense } from 'react'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { lazy, Nothing } from '../../ui/lazy.tsx'

// Its icon is of the sprite, which the first frame doesn't wait for.
const HideAmounts = lazy(() => import('./hide-amounts.tsx').then((it) => it.HideAmounts), Nothing)

/** The place of a member's button that hides amounts. The button comes after the first frame, and moves nothing. */
export function Eye() {
  const memberId = useSignedIn()
  if (memberId === undefined) return null
  return (
    <Suspense fallback={<span className="size-11" />}>
      <HideAmounts memberId={memberId} />
    </Suspense>
  )
}
