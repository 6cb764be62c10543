import { Trans, useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { appVersion } from '#protocol/headers.ts'
import { compareVersions } from '#protocol/versions.ts'
import { Banner } from '../../ui/banner.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'

/**
 * What the server has: a newer version than this device, another build of an equal or earlier one, as after a
 * roll-back, or the same. `unchecked` where it couldn't be asked for its build.
 */
type Newness = 'newer' | 'another' | 'same' | 'unchecked'

/** Undefined while it is unknown. `version` is the server's, `other` says whether its build is another. */
export function newnessOf(
  version: string | undefined,
  other: { data?: boolean | undefined; isError: boolean },
): Newness | undefined {
  if (version !== undefined && compareVersions(version, appVersion) > 0) return 'newer'
  if (other.isError) return 'unchecked'
  if (version === undefined || other.data === undefined) return undefined
  return other.data ? 'another' : 'same'
}

interface UpdateStateProps {
  newness: Newness | undefined
  hasWorker: boolean | undefined
}

/** How this device's version compares with the newest, and how a newer one gets here. */
export function UpdateState({ newness, hasWorker }: UpdateStateProps) {
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
  if (newness === undefined) return null
  if (newness === 'same')
    return (
      <Banner tone="positive" icon="check">
        <Trans>You have the latest version.</Trans>
      </Banner>
    )
  return (
    <Banner tone="warning" icon="info">
      {newness === 'unchecked' ? (
        <Trans>The app couldn't check for a newer version. Try again in a moment.</Trans>
      ) : newness === 'another' ? (
        <Trans>The server has another version. Check for updates to download it.</Trans>
      ) : hasWorker === false ? (
        <Trans>There's a newer version. Reload the app to get it.</Trans>
      ) : (
        <Trans>There's a newer version. Check for updates to download it.</Trans>
      )}
    </Banner>
  )
}
