import { Suspense } from 'react'
import { lazy, Nothing } from '../../ui/lazy.tsx'

// Its icon is of the sprite, which the first frame doesn't wait for.
const HideAmounts = lazy(() => import('./hide-amounts.tsx').then((it) => it.HideAmounts), Nothing)

/** The place of the button that hides amounts; it comes after the first frame, and moves nothing. */
export function Eye() {
  return (
    <Suspense>
      <HideAmounts />
    </Suspense>
  )
}
