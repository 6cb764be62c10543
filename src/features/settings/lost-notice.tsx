import { reported } from '../../lib/report.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { appliedBeforeLoss, dismissLoss, storageLost } from '../../cache/settle-cache.ts'
import { Banner } from '../../ui/banner.tsx'

/**
 * Says that the browser deleted the outbox, until it is dismissed. Without it, the empty queue would look as if
 * everything had been sent.
 */
export function LostNotice() {
  const isLost = useSyncExternalStore(storageLost.subscribe, storageLost.getSnapshot)
  const applied = useSyncExternalStore(appliedBeforeLoss.subscribe, appliedBeforeLoss.getSnapshot)
  if (!isLost) return null
  return (
    <Banner tone="warning" icon="warning" onDismiss={() => void dismissLoss().catch(reported('lost storage: dismiss'))}>
      <Trans>
        This browser deleted what was saved on this device, perhaps to free up space. Actions that hadn't been sent are
        lost, so please check whether anything is missing. Everything the server had confirmed is safe.
      </Trans>
      {applied !== undefined && (
        <>
          {' '}
          <Plural
            value={applied}
            _0="None of this device's actions had reached the server."
            one="One action from this device had already reached the server."
            other="# actions from this device had already reached the server."
          />
        </>
      )}
    </Banner>
  )
}
