import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazy } from '../../ui/lazy.tsx'
import { Money } from '../../ui/money.tsx'

// Loaded after the first frame, together with the outbox: before that a claim could not be saved.
const ClaimAction = lazy(() => import('./claim-action.tsx').then((it) => it.ClaimAction))

/** Income that was settled and unclaimed at the time `at`, in milliseconds, beside the button that claims it. */
export function ClaimLine({ pending, currency, at }: { pending: number; currency: string; at: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>
        <span className="block text-small text-ink-soft">
          <Trans>Ready to claim</Trans>
        </span>
        <Money value={pending} currency={currency} size="title" />
      </p>
      <div className="flex min-h-11 max-w-full flex-wrap items-center gap-2">
        <Suspense>
          <ClaimAction pending={pending} currency={currency} at={at} />
        </Suspense>
      </div>
    </div>
  )
}
