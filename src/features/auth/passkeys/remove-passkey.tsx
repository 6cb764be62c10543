import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { passkeyRemove } from '#protocol/passkeys.ts'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOnline } from '../../../ui/use-online.ts'

/** Removes a passkey from the account, after a question. */
export function RemovePasskey({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const { run, unknown, check, isBusy, isReady, isChecking } = useCommand(passkeyRemove, {
    concerns: (it) => it.id === id,
    onOutcome: (it) => {
      if (it.kind === 'applied') toast(t`Passkey removed`, { tone: 'positive' })
      if (it.kind === 'rejected') toast(reason(it.error), { tone: 'danger', duration: 6000 })
    },
  })
  if (unknown) return <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
  return (
    <>
      <Button
        look="quiet-danger"
        size="small"
        busy={isBusy}
        disabled={!isOnline || !isReady}
        aria-label={t`Remove ${name}`}
        onClick={() => setAsked(true)}
      >
        <Trans>Remove</Trans>
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Remove this passkey?</Trans>}
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
              <Trans>Remove</Trans>
            </Button>
            <Button look="plain" wide onClick={() => setAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          You can't log in with it here any more. Your device may still list it: delete it in the device's password
          settings too.
        </Trans>
      </Dialog>
    </>
  )
}
