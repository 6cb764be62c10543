import { Trans } from '@lingui/react/macro'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { Banner } from '../../ui/banner.tsx'

/** Why an order was rejected and no coin was charged. */
export function OrderRejection({ error }: { error: unknown }) {
  const reason = useRejectionReason()
  const isPrice = error instanceof ApiError && error.errno === errors.points_amount_wrong.errno
  return (
    <Banner tone={isPrice ? 'warning' : 'danger'} icon="warning">
      {isPrice ? (
        <Trans>The price has changed, and you weren't charged. These are the new figures.</Trans>
      ) : (
        reason(error)
      )}
    </Banner>
  )
}
