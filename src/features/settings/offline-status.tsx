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
        <Trans>Ready offline: every page of the app opens without a network.</Trans>
      </Banner>
    )
  if (progress) {
    const { done, total } = progress
    return (
      <Banner icon="download">
        <Trans>
          The app is being saved for offline use: {done} of {total} parts.
        </Trans>
      </Banner>
    )
  }
  return (
    <Banner icon="info">
      <Trans>
        The app itself is not completely saved on this device. Pages you have opened may still open without a network.
      </Trans>
    </Banner>
  )
}
