import { Trans } from '@lingui/react/macro'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { ownReasonOf } from '../../../lib/own-reasons.ts'

/** The shell's dialog shows this rejection (specification 8). */
const notVerified = 524

/** Why the withdrawal was rejected, and what to do. */
export function WithdrawalRejection({ rejection }: { rejection: unknown }) {
  const reason = useRejectionReason()
  const errno = rejection instanceof ApiError ? rejection.errno : undefined
  if (rejection === undefined || errno === notVerified) return null
  if (ownReasonOf(rejection) === 'notArrived')
    return (
      <Banner tone="warning" icon="info">
        <Trans>Your withdrawal didn't reach the server. Nothing left your wallet, and you can try again.</Trans>
      </Banner>
    )
  if (errno === errors.price_changed.errno)
    return (
      <Banner tone="warning" icon="warning">
        <Trans>The fee has changed, and nothing left your wallet. These are the new figures.</Trans>
      </Banner>
    )
  return (
    <Banner tone="danger" icon="warning">
      {reason(rejection)} <Trans>Nothing left your wallet.</Trans>
    </Banner>
  )
}
