import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import { passkeyRemove } from '#protocol/passkeys.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { profile } from '../../../entities/profile.ts'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { FormRejection } from '../form-rejection.tsx'

/** Removes a passkey from the account, after a question and proof of who asks. */
export function RemovePasskey({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const hasDigits = useQuery(profile).data?.userInfo.hasTransactionPassword
  const formId = useId()
  const [isAsked, setAsked] = useState(false)
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const { run, outcome, unknown, check, isBusy, isReady, isChecking, sheet } = useCommand(passkeyRemove, {
    concerns: (it) => it.id === id,
    onOutcome: (it) => {
      if (it.kind === 'applied') {
        close()
        toast(t`Passkey removed`, { tone: 'positive' })
        void forgetRemoved(it.answer)
      }
      if (it.kind === 'rejected' && (hasDigits !== false || !isAsked))
        toast(reason(it.error), { tone: 'danger', duration: 6000 })
    },
  })
  /** What was typed goes with the dialog: whoever opens it next may be somebody else. */
  function close() {
    setAsked(false)
    setPassword('')
    setTried(false)
  }
  async function remove() {
    // The sheet of the transaction password takes the dialog's place.
    if (hasDigits) setAsked(false)
    setTried(true)
    const { kind } = await run({ id, ...(hasDigits === false && { password }) })
    setPassword('')
    if (kind === 'unknown') close()
  }
  if (unknown) return <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
  return (
    <>
      <Button
        look="quiet-danger"
        size="small"
        busy={isBusy}
        disabled={!isOnline || !isReady || hasDigits === undefined}
        aria-label={t`Remove ${name}`}
        onClick={() => setAsked(true)}
      >
        <Trans>Remove</Trans>
      </Button>
      <Dialog
        isOpen={isAsked && !sheet.isOpen}
        onClose={close}
        title={<Trans>Remove this passkey?</Trans>}
        actions={
          <>
            <Button
              type="submit"
              form={formId}
              look="danger"
              wide
              busy={isBusy}
              disabled={hasDigits === false && password === ''}
            >
              <Trans>Remove</Trans>
            </Button>
            <Button look="plain" wide onClick={close}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          You can't log in with it here any more. Your device may still list it: delete it in the device's password
          settings too.
        </Trans>
        <form
          id={formId}
          noValidate
          className="mt-3 flex flex-col gap-4 empty:hidden"
          onSubmit={(event) => {
            event.preventDefault()
            if (hasDigits !== false || password !== '') void remove()
          }}
        >
          {hasDigits === false && (
            <>
              <PasswordField
                label={t`Your login password`}
                hint={t`To confirm it's you.`}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                enterKeyHint="done"
              />
              <FormRejection message={isTried && outcome?.kind === 'rejected' ? reason(outcome.error) : undefined} />
            </>
          )}
        </form>
      </Dialog>
      <CommandSheet {...sheet} />
    </>
  )
}

async function forgetRemoved({ removed }: Answer<typeof passkeyRemove>): Promise<void> {
  if (!removed) return
  const { forgetPasskey } = await import('./browser-passkeys.ts')
  await forgetPasskey(removed)
}
