import { Trans } from '@lingui/react/macro'
import { use } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'

/** Says that every page opens offline; absent while that is not true. */
export function OfflineStatus() {
  const { isReadyOffline, progress } = use(ServiceWorkerContext)
  if (isReadyOffline)
    return (
      <Banner tone="positive" icon="check">
        <Trans>Ready offline: every page of the app opens without a connection.</Trans>
      </Banner>
    )
  if (progress) {
    const { done, total } = progress
    return (
      <Banner icon="download">
        <Trans>
          Saving the app for offline use: {done} of {total} parts.
        </Trans>
      </Banner>
    )
  }
  return (
    <Banner icon="info">
      <Trans>The app isn't completely saved on this device. Pages you've opened may still open offline.</Trans>
    </Banner>
  )
}
