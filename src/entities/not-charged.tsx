import { Trans } from '@lingui/react/macro'
import { errors } from '#protocol/errors.ts'
import { ownReasonOf } from '../lib/own-reasons.ts'
import { Banner } from '../ui/banner.tsx'
import { useRejectionReason } from './use-rejection-reason.ts'

const changes: readonly unknown[] = [errors.price_changed.errno, errors.points_amount_wrong.errno]

/** Why a payment was rejected and nothing was charged. What was agreed to and has changed has to be read again. */
export function NotCharged({ error }: { error: unknown }) {
  const reason = useRejectionReason()
  const hasChanged = changes.includes(errnoOf(error))
  return (
    <Banner tone={hasChanged ? 'warning' : 'danger'} icon="warning">
      {hasChanged ? (
        <Trans>The price or the terms have changed, and you weren't charged. Read them again before you pay.</Trans>
      ) : (
        <>
          {reason(error)} {wasNotSent(error) && <Trans>You weren't charged.</Trans>}
        </>
      )}
    </Banner>
  )
}

/** True where the reason is the app's own and doesn't say what became of the money, as the server's sentences do. */
function wasNotSent(error: unknown): boolean {
  // What another tab pays for may be charged.
  return !(Number(errnoOf(error)) > 0) && ownReasonOf(error) !== 'underWay'
}

function errnoOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errno' in error ? error.errno : undefined
}
