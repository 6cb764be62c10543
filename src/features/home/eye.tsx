import { Suspense } from 'react'
import { lazy, Nothing } from '../../ui/lazy.tsx'

// Its icon is of the sprite, which the first frame doesn't wait for.
const HideAmounts = lazy(() => import('./hide-amounts.tsx').then((it) => it.HideAmounts), Nothing)

/** For members: the button that hides amounts. It comes after the first frame, into a place that is kept for it. */
export function Eye() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <HideAmounts />
    </Suspense>
  )
}
