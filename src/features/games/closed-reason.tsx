import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** Why a game can't be played by anybody now. */
export function ClosedReason({ why }: { why: string }): ReactNode {
  switch (why) {
    case 'not funded':
      return (
        <Trans>Closed: the operator hasn't set aside enough money for the prizes. It opens once there's enough.</Trans>
      )
    case 'sold out':
      return <Trans>Closed: all prizes are gone.</Trans>
    case 'stopped':
      return <Trans>Closed: the operator stopped this game.</Trans>
    default:
      return <Trans>Closed at the moment.</Trans>
  }
}
