import { Trans, useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'

interface UpdateStateProps {
  /** Whether the server has a newer version than this device; undefined while that is unknown. */
  isNewer: boolean | undefined
  hasWorker: boolean | undefined
}

/** How this device's version compares with the newest, and how a newer one gets here. */
export function UpdateState({ isNewer, hasWorker }: UpdateStateProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const { isUpdateWaiting, progress } = use(ServiceWorkerContext)
  if (isUpdateWaiting)
    return (
      <Banner tone="accent" icon="download">
        <Trans>A new version is ready. The app reloads, and what you saved on this device is safe.</Trans>
      </Banner>
    )
  if (progress?.isUpdate) {
    const { done, total } = progress
    const words = t`Downloading a new version: ${done} of ${total} parts`
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="text-ink-soft">
          {words}
        </p>
        <ProgressBar value={done / Math.max(1, total)} label={words} />
      </div>
    )
  }
  // What was kept may be older than a version of today: without a network nobody knows the newest.
  if (!isOnline)
    return (
      <Banner icon="offline">
        <Trans>Go online to check for a newer version.</Trans>
      </Banner>
    )
  if (isNewer === undefined) return null
  return isNewer ? (
    <Banner tone="warning" icon="info">
      {hasWorker === false ? (
        <Trans>There's a newer version. Reload the app to get it.</Trans>
      ) : (
        <Trans>There's a newer version. Check for updates to download it.</Trans>
      )}
    </Banner>
  ) : (
    <Banner tone="positive" icon="check">
      <Trans>You have the latest version.</Trans>
    </Banner>
  )
}
