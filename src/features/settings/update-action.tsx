import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { ifNothingIsWritten } from '../../api/writing.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'
import { useOnline } from '../../ui/use-online.ts'
import { toast } from '../../ui/toast.tsx'
import { fetchUpdate } from './fetch-update.ts'

interface UpdateActionProps {
  /** Whether the server has a newer version than this device. */
  isNewer: boolean
  /** Undefined while that is unknown. */
  hasWorker: boolean | undefined
  /** Called when it has looked for a newer version, and failed nowhere. */
  onLooked: () => void
}

/**
 * Activates the version that waits, or looks for a newer one; a dialog reports a failure (specification 8). Without a
 * service worker the newest version comes by a reload.
 */
export function UpdateAction({ isNewer, hasWorker, onLooked }: UpdateActionProps) {
  const { t } = useLingui()
  const { isUpdateWaiting, applyUpdate } = use(ServiceWorkerContext)
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function take() {
    if ((await applyUpdate()) === 'busy')
      toast(t`Something is being sent right now. The update follows as soon as that's done.`, { duration: 6000 })
  }

  async function reload() {
    if (!(await ifNothingIsWritten(async () => location.reload())))
      toast(t`Something is being sent right now. Try again in a moment.`, { duration: 6000 })
  }

  /** Stays busy until the page reloads with the new version, or until a failure. */
  async function run() {
    setFailed(false)
    setBusy(true)
    try {
      if (isUpdateWaiting) return await take()
      await fetchUpdate()
      setBusy(false)
      onLooked()
    } catch {
      setBusy(false)
      setFailed(true)
    }
  }

  if (!isUpdateWaiting && hasWorker === false)
    return isNewer ? (
      <Button wide icon="refresh" disabled={!isOnline} onClick={() => void reload()}>
        <Trans>Reload the app</Trans>
      </Button>
    ) : null
  return (
    <>
      {isUpdateWaiting ? (
        <Button wide icon="download" busy={isBusy} onClick={() => void run()}>
          <Trans>Update now</Trans>
        </Button>
      ) : (
        <Button wide look="quiet" icon="refresh" busy={isBusy} disabled={!isOnline} onClick={() => void run()}>
          <Trans>Check for updates</Trans>
        </Button>
      )}
      <Dialog
        isOpen={hasFailed}
        onClose={() => setFailed(false)}
        title={<Trans>The app wasn't updated</Trans>}
        actions={
          <>
            <Button wide onClick={() => void run()}>
              <Trans>Try again</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setFailed(false)}>
              <Trans>Close</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans id="update_content2">
            The new version couldn't be loaded or started. The one on this device keeps working, and what you saved is
            safe. Try again when you're online.
          </Trans>
        </p>
      </Dialog>
    </>
  )
}
