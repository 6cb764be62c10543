import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PointsOrder } from '#protocol/pointsmall.ts'
import { Chip } from '../../ui/chip.tsx'
import type { OrderGroup } from './search.ts'

/** The state of an order in a word. */
export function PointsOrderState({ status }: { status: PointsOrder['status'] }) {
  const chips: Record<PointsOrder['status'], ReactNode> = {
    201: (
      <Chip tone="accent" icon="coin">
        <Trans>Paid</Trans>
      </Chip>
    ),
    202: (
      <Chip tone="warning" icon="refresh">
        <Trans>Refund requested</Trans>
      </Chip>
    ),
    203: (
      <Chip icon="refresh">
        <Trans>Refunded</Trans>
      </Chip>
    ),
    301: (
      <Chip tone="accent" icon="car">
        <Trans>Shipped</Trans>
      </Chip>
    ),
    401: (
      <Chip tone="positive" icon="check">
        <Trans>Received</Trans>
      </Chip>
    ),
  }
  return chips[status]
}

/** The filter that an order falls under. */
export function groupOf({ status }: Pick<PointsOrder, 'status'>): OrderGroup {
  if (status === 202 || status === 203) return 'refund'
  return status === 401 ? 'done' : 'open'
}
