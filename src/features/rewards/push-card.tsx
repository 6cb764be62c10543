import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { usePush } from '../../outbox/use-push.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReason } from '../../ui/use-reason.ts'

/**
 * Offers notifications once, after an event that gives them a purpose (docs/offline.md, "Push"). Renders nothing where
 * they are on already, or not possible.
 */
export function PushCard() {
  const { t } = useLingui()
  const reason = useReason()
  const { state, isBusy, turnOn } = usePush()
  async function ask() {
    try {
      if ((await turnOn()) === 'on') toast(t`We'll tell you when income is settled`, { tone: 'positive' })
    } catch (error) {
      toast(reason(error), { tone: 'danger', duration: 6000 })
    }
  }

  if (state === 'off') {
    return (
      <Quiet
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
      <Quiet title={<Trans>Notify me when income is settled</Trans>}>
        <Trans>
          On an iPhone, add the app to your home screen first: tap Share, then “Add to Home Screen”, and open it from
          there.
        </Trans>
      </Quiet>
    )
  }
  if (state === 'denied') {
    return (
      <Quiet title={<Trans>Notifications are blocked</Trans>}>
        <Trans>
          You blocked notifications in this browser before. To hear when income is settled, allow them for this site in
          the browser's settings.
        </Trans>
      </Quiet>
    )
  }
  return null
}

function Quiet({ title, children, action }: { title: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <Card>
      <section className="flex items-start gap-4">
        <IconDisc name="bell" tone="neutral" />
        <div className="min-w-0 flex-1">
          <h2 className="font-strong">{title}</h2>
          <p className="text-small text-ink-soft text-pretty">{children}</p>
          {action && <div className="mt-3">{action}</div>}
        </div>
      </section>
    </Card>
  )
}
