import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { offlineStatus } from '../../cache/prefetch/offline-status.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The progress of the offline prefetch, and what the rest of it waits for. */
export function PrefetchLine() {
  const { done, total, state } = useSyncExternalStore(offlineStatus.subscribe, offlineStatus.getSnapshot)
  switch (state) {
    case 'idle':
      return null
    case 'done':
      return (
        <p role="status" className="flex items-center gap-2 text-small text-ink-soft">
          <Icon name="cloud-done" size="small" />
          <Trans>Ready offline: everything worth reading is saved.</Trans>
        </p>
      )
    case 'running':
      return (
        <Banner icon="download">
          <Trans>
            Saving for offline use: {done} of {total}
          </Trans>
        </Banner>
      )
    case 'waiting':
      return (
        <Banner icon="offline">
          <Trans>
            Ready offline: {done} of {total}. The rest follows when you're online.
          </Trans>
        </Banner>
      )
    case 'light':
      return (
        <Banner icon="info">
          <Trans>
            Ready offline: {done} of {total}. Your picture and earlier entries wait for a connection without data
            charges. You can also download them now below.
          </Trans>
        </Banner>
      )
  }
}
