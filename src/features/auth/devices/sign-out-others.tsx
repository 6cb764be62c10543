import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { otherDevicesSignOut } from '#protocol/devices.ts'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOnline } from '../../../ui/use-online.ts'

/** Ends every session but this one, after a question. */
export function SignOutOthers() {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const { run, outcome, unknown, check, isBusy, isReady, isChecking } = useCommand(otherDevicesSignOut, {
    onOutcome: (it) => {
      if (it.kind === 'applied') toast(t`All your other devices are logged out`, { tone: 'positive' })
    },
  })
  return (
    <>
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {unknown ? (
        <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
      ) : (
        <Button look="quiet-danger" wide busy={isBusy} disabled={!isOnline || !isReady} onClick={() => setAsked(true)}>
          <Trans>Log out everywhere else</Trans>
        </Button>
      )}
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Log out everywhere else?</Trans>}
        actions={
          <>
            <Button
              look="danger"
              wide
              onClick={() => {
                setAsked(false)
                void run({})
              }}
            >
              <Trans>Log out everywhere else</Trans>
            </Button>
            <Button look="plain" wide onClick={() => setAsked(false)}>
              <Trans>Keep them logged in</Trans>
            </Button>
          </>
        }
      >
        <Trans>Every device except this one is logged out at once and gets no more notifications.</Trans>
      </Dialog>
    </>
  )
}
