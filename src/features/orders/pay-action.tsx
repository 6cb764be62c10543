import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OrderDraft } from '#protocol/orders.ts'
import { LevelNeeded } from '../../entities/level-needed.tsx'
import { productOf } from '../../entities/product.ts'
import { profile } from '../../entities/profile.ts'
import { Button } from '../../ui/button.tsx'
import { mostOf } from './quantity-bounds.ts'

interface PayActionProps {
  draft: OrderDraft
  isPaying: boolean
  /** The draft is priced, and the wallet has enough for it. */
  canPay: boolean
  onReview: () => void
}

/**
 * The button that leads to the risks and the payment. What the server would reject after the transaction password
 * stands in its way here: the member's level, in words in its place, and the limits, which the page says by the units.
 */
export function PayAction({ draft, isPaying, canPay, onReview }: PayActionProps) {
  const product = useQuery(productOf(draft.kind, draft.productId)).data
  const me = useQuery(profile)
  const level = me.data?.userLevel.level
  const isTooLow = level !== undefined && level < draft.levelNeeded
  const { refetch } = me
  // The member may have risen since it was read.
  useEffect(() => {
    if (isTooLow) void refetch()
  }, [isTooLow, refetch])
  if (isTooLow && !me.isFetching)
    return <LevelNeeded needed={draft.levelNeeded} own={level} currency={draft.currency} />
  const isWithinLimits = product !== undefined && mostOf(product) >= draft.quantity
  const isLevelAwaited = isTooLow || (draft.levelNeeded > 0 && me.isLoading)
  return (
    <Button
      wide
      icon="shield"
      busy={isPaying}
      disabled={!canPay || !isWithinLimits || isLevelAwaited}
      onClick={onReview}
    >
      <Trans>Review and pay</Trans>
    </Button>
  )
}
