import { Trans } from '@lingui/react/macro'
import { use, useState } from 'react'
import { report } from '../lib/report.ts'
import { Button } from '../ui/button.tsx'
import { ServiceWorkerContext } from '../ui/service-worker-context.ts'
import { useReason } from '../ui/use-reason.ts'
import { Notice } from './notice.tsx'

/**
 * Offers a newer build that waits; the app never activates it unasked. A member who declines gets it at the next start,
 * or where it is offered again: another tab has activated it, or the server has a file of this build no more.
 */
export function UpdatePrompt() {
  const { isUpdateWaiting, offers = 0, applyUpdate } = use(ServiceWorkerContext)
  /** The `offers` that the member has declined. */
  const [declined, setDeclined] = useState<number>()
  const [state, setState] = useState<'asking' | 'updating' | 'busy'>('asking')
  const [failure, setFailure] = useState<unknown>()
  const reason = useReason()
  if (!isUpdateWaiting || declined === offers) return null
  const update = async () => {
    setState('updating')
    setFailure(undefined)
    try {
      setState(await applyUpdate())
    } catch (caught) {
      report(caught, 'update: apply')
      setFailure(caught)
      setState('asking')
    }
  }
  return (
    <Notice
      icon="refresh"
      title={<Trans>A new version is ready</Trans>}
      onDismiss={() => setDeclined(offers)}
      action={
        <Button size="small" busy={state !== 'asking'} onClick={() => void update()}>
          <Trans>Update now</Trans>
        </Button>
      }
    >
      {state === 'busy' ? (
        <Trans>Something is being sent right now. The update follows as soon as that's done.</Trans>
      ) : failure ? (
        reason(failure)
      ) : (
        <Trans>The app reloads. What you saved on this device is safe.</Trans>
      )}
    </Notice>
  )
}
