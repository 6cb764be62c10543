import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'
import { toast } from '../../ui/toast.tsx'

/** Takes a version that waits, or looks for one. */
export function UpdateAction() {
  const { t } = useLingui()
  const { isUpdateWaiting, applyUpdate } = use(ServiceWorkerContext)
  const [isBusy, setBusy] = useState(false)

  async function take() {
    setBusy(true)
    if ((await applyUpdate()) === 'busy')
      toast(t`Something is being sent just now. The update follows as soon as that is done.`, { duration: 6000 })
  }

  async function look() {
    setBusy(true)
    try {
      await (await navigator.serviceWorker.getRegistration())?.update()
    } catch {
      toast(t`Could not look for updates. Try again when you are online.`, { tone: 'danger', duration: 6000 })
    } finally {
      setBusy(false)
    }
  }

  if (isUpdateWaiting)
    return (
      <Button wide icon="download" busy={isBusy} onClick={() => void take()}>
        <Trans>Update now</Trans>
      </Button>
    )
  if (!('serviceWorker' in navigator)) return null
  return (
    <Button wide look="quiet" icon="refresh" busy={isBusy} onClick={() => void look()}>
      <Trans>Look for updates</Trans>
    </Button>
  )
}
