import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { deviceSignOut } from '#protocol/devices.ts'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOnline } from '../../../ui/use-online.ts'

/** Ends the session of another device, after a question. */
export function SignOutDevice({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const { run, outcome, unknown, check, isBusy, isReady, isChecking } = useCommand(deviceSignOut, {
    concerns: (it) => it.id === id,
    onOutcome: (it) => {
      if (it.kind === 'applied') toast(t`${name} is logged out`, { tone: 'positive' })
    },
  })
  return (
    <div className="flex flex-col items-start gap-2 px-4 pb-3">
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {unknown ? (
        <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
      ) : (
        <Button
          look="quiet"
          size="small"
          busy={isBusy}
          disabled={!isOnline || !isReady}
          aria-label={t`Log out there: ${name}`}
          onClick={() => setAsked(true)}
        >
          <Trans>Log out there</Trans>
        </Button>
      )}
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Log out {name}?</Trans>}
        actions={
          <>
            <Button
              look="danger"
              wide
              onClick={() => {
                setAsked(false)
                void run({ id })
              }}
            >
              <Trans>Log out there</Trans>
            </Button>
            <Button look="plain" wide onClick={() => setAsked(false)}>
              <Trans>Keep it logged in</Trans>
            </Button>
          </>
        }
      >
        <Trans>It's logged out at once and gets no more notifications. To use it again, log in there.</Trans>
      </Dialog>
    </div>
  )
}
