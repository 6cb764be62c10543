import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PushState } from '../../outbox/push.ts'
import { usePush } from '../../outbox/use-push.ts'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReason } from '../../ui/use-reason.ts'

/** Turns notifications on this device on and off; where that is not possible, it says why. */
export function NotificationSwitch() {
  const reason = useReason()
  const { state, isBusy, turnOn, turnOff } = usePush()
  const change = (on: boolean) =>
    (on ? turnOn() : turnOff()).catch((error: unknown) => toast(reason(error), { tone: 'danger', duration: 6000 }))
  return (
    <Switch
      checked={state === 'on'}
      disabled={isBusy || (state !== 'on' && state !== 'off')}
      onChange={(event) => void change(event.target.checked)}
      hint={<Hint state={state} />}
    >
      <Trans>Notifications on this device</Trans>
    </Switch>
  )
}

function Hint({ state }: { state: PushState | undefined }): ReactNode {
  switch (state) {
    case 'on':
      return <Trans>On for this device. Never shows amounts.</Trans>
    case 'denied':
      return (
        <Trans>
          Blocked in this browser. Allow notifications for this site in the browser's settings, then come back.
        </Trans>
      )
    case 'needsInstall':
      return <Trans>On an iPhone, add the app to your home screen first: tap Share, then “Add to Home Screen”.</Trans>
    case 'unsupported':
      return <Trans>This browser can't notify you.</Trans>
    default:
      return <Trans>Off on this device.</Trans>
  }
}
