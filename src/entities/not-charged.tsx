import { Trans } from '@lingui/react/macro'
import { errors } from '#protocol/errors.ts'
import { Banner } from '../ui/banner.tsx'
import { useRejectionReason } from './use-rejection-reason.ts'

const changes: readonly unknown[] = [errors.price_changed.errno, errors.points_amount_wrong.errno]

/** Why a payment was rejected and nothing was charged. What was agreed to and has changed has to be read again. */
export function NotCharged({ error }: { error: unknown }) {
  const reason = useRejectionReason()
  const hasChanged = typeof error === 'object' && error !== null && 'errno' in error && changes.includes(error.errno)
  return (
    <Banner tone={hasChanged ? 'warning' : 'danger'} icon="warning">
      {hasChanged ? (
        <Trans>The price or the terms have changed, and you weren't charged. Read them again before you pay.</Trans>
      ) : (
        reason(error)
      )}
    </Banner>
  )
}
