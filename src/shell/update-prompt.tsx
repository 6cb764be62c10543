import { Trans } from '@lingui/react/macro'
import { use, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ServiceWorkerContext } from '../ui/service-worker-context.ts'
import { Notice } from './notice.tsx'

/**
 * Offers a newer build that waits; the app never activates it unasked. A member who declines gets it at the next start.
 */
export function UpdatePrompt() {
  const { isUpdateWaiting, applyUpdate } = use(ServiceWorkerContext)
  const [isDeclined, setDeclined] = useState(false)
  const [state, setState] = useState<'asking' | 'updating' | 'busy'>('asking')
  if (!isUpdateWaiting || isDeclined) return null
  const update = async () => {
    setState('updating')
    setState(await applyUpdate())
  }
  return (
    <Notice
      icon="refresh"
      title={<Trans>A new version is ready</Trans>}
      onDismiss={() => setDeclined(true)}
      action={
        <Button size="small" busy={state !== 'asking'} onClick={() => void update()}>
          <Trans>Update now</Trans>
        </Button>
      }
    >
      {state === 'busy' ? (
        <Trans>Something is being sent right now. The update follows as soon as that's done.</Trans>
      ) : (
        <Trans>The app reloads. What you saved on this device is safe.</Trans>
      )}
    </Notice>
  )
}
