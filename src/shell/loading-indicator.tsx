import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { activity } from '../api/api.ts'

/**
 * A thin line at the top while a call has been running for 800 ms (specification 7). It lies above bars and popups,
 * because a sheet can run a call too.
 */
export function LoadingIndicator() {
  const { t } = useLingui()
  const isSlow = useSyncExternalStore(activity.subscribe, activity.getSnapshot, activity.getSnapshot)
  return (
    // A live region, because popups hide everything else from screen readers.
    <div role="status" aria-live="polite">
      <div
        role="progressbar"
        aria-label={t`Loading`}
        hidden={!isSlow}
        className="layer-toast pointer-events-none fixed inset-x-0 top-0 h-0.5 overflow-hidden bg-accent-soft"
      >
        <div className="h-full w-1/3 animate-pass bg-accent" />
      </div>
    </div>
  )
}
