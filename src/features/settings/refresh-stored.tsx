import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { refreshEverything } from '../../cache/prefetch/start-prefetch.ts'
import { offlineStatus } from '../../cache/prefetch/offline-status.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { kept, storage } from './queries.ts'

/** Runs the offline prefetch now. */
export function RefreshStored() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { done, total } = useSyncExternalStore(offlineStatus.subscribe, offlineStatus.getSnapshot)
  const [isBusy, setBusy] = useState(false)

  async function refresh() {
    setBusy(true)
    const failed = await refreshEverything()
    await Promise.allSettled([
      client.refetchQueries({ queryKey: kept.queryKey }),
      client.refetchQueries({ queryKey: storage.queryKey }),
    ])
    setBusy(false)
    if (failed === 0) toast(t`Everything is up to date`, { tone: 'positive' })
    else
      toast(
        t`${plural(failed, { one: "# part couldn't be loaded. What was saved before is still here.", other: "# parts couldn't be loaded. What was saved before is still here." })}`,
        { tone: 'danger', duration: 6000 },
      )
  }

  return (
    <Button wide icon="download" busy={isBusy} onClick={() => void refresh()}>
      {isBusy && total > 0 ? (
        <Trans>
          Refreshing: {done} of {total}
        </Trans>
      ) : (
        <Trans>Refresh saved pages</Trans>
      )}
    </Button>
  )
}
