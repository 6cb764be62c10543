import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { activity } from '../api/api.ts'

/**
 * A thin line at the top while a call has been under way for 800 ms (specification 7). Over bars and popups, as toasts
 * are: a call of a sheet is under way in sight too.
 */
export function LoadingIndicator() {
  const { t } = useLingui()
  const isSlow = useSyncExternalStore(activity.subscribe, activity.getSnapshot)
  return (
    // Live for popups too, which hide what isn't.
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
