import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { usePush } from '../../outbox/use-push.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReason } from '../../ui/use-reason.ts'
import { declinePush, wasPushDeclined } from './push-declined.ts'

/**
 * Offers notifications after an event that gives them a purpose, until they are turned on or declined on this device
 * (docs/offline.md, "Push"). Renders nothing where they are on already, or not possible.
 */
export function PushCard() {
  const { t } = useLingui()
  const reason = useReason()
  const { state, isBusy, turnOn } = usePush()
  const [isDeclined, setDeclined] = useState(wasPushDeclined)
  async function ask() {
    try {
      if ((await turnOn()) !== 'on') return
      // Who turns them off in the settings later isn't asked again here.
      declinePush()
      toast(t`We'll tell you when income is settled`, { tone: 'positive' })
    } catch (error) {
      toast(reason(error), { tone: 'danger', duration: 6000 })
    }
  }

  const decline = () => {
    declinePush()
    setDeclined(true)
  }
  if (isDeclined) return null
  if (state === 'off') {
    return (
      <Quiet
        onDecline={decline}
        title={<Trans>Notify me when income is settled</Trans>}
        action={
          <Button look="quiet" size="small" busy={isBusy} onClick={() => void ask()}>
            <Trans>Turn on notifications</Trans>
          </Button>
        }
      >
        <Trans>Never with amounts. You can turn it off in the settings.</Trans>
      </Quiet>
    )
  }
  if (state === 'needsInstall') {
    return (
      <Quiet onDecline={decline} title={<Trans>Notify me when income is settled</Trans>}>
        <Trans>
          On an iPhone, add the app to your home screen first: tap Share, then “Add to Home Screen”, and open it from
          there.
        </Trans>
      </Quiet>
    )
  }
  if (state === 'denied') {
    return (
      <Quiet onDecline={decline} title={<Trans>Notifications are blocked</Trans>} no={<Trans>Dismiss</Trans>}>
        <Trans>
          This browser blocks notifications for this site. To hear when income is settled, allow them in the browser's
          settings.
        </Trans>
      </Quiet>
    )
  }
  return null
}

interface QuietProps {
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  /** What declines the offer. */
  no?: ReactNode
  onDecline: () => void
}

function Quiet({ title, children, action, no = <Trans>Not now</Trans>, onDecline }: QuietProps) {
  return (
    <Card>
      <section className="flex items-start gap-4 large-text:flex-col">
        <IconDisc name="bell" tone="neutral" />
        <div className="min-w-0 flex-1">
          <h2 className="font-strong">{title}</h2>
          <p className="text-small text-ink-soft text-pretty">{children}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {action}
            <Button look="plain" size="small" onClick={onDecline}>
              {no}
            </Button>
          </div>
        </div>
      </section>
    </Card>
  )
}
