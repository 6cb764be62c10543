import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Group } from './queue-order.ts'

/** Commands of one lane are sent one after the other; lanes don't wait for each other. */
export function LaneName({ lane }: { lane: Group }): ReactNode {
  switch (lane) {
    case 'foreground':
      return <Trans>Money, cards and contracts</Trans>
    case 'check-in':
      return <Trans>Check-in</Trans>
    case 'income':
      return <Trans>Income</Trans>
    case 'receipts':
      return <Trans>Prizes and rewards</Trans>
    case 'gift-codes':
      return <Trans>Gift codes</Trans>
    case 'quiz':
      return <Trans>Daily quiz</Trans>
    case 'messages':
      return <Trans>Messages</Trans>
    case 'addresses':
      return <Trans>Addresses</Trans>
    case 'profile':
      return <Trans>Profile</Trans>
  }
}
