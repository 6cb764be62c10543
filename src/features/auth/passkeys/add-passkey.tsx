import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { passkeyAdd } from '#protocol/passkeys.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { isPasskeyNotUsed } from '../../../lib/passkey-not-used.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FormRejection } from '../form-rejection.tsx'

/** Asks for the login password and a name, then the browser for a passkey. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const [password, setPassword] = useState('')
  const [name, setName] = useState(t`This device`)
  const [failure, setFailure] = useState<unknown>()
  const [isMaking, setMaking] = useState(false)
  const { run, outcome, unknown, check, isBusy, isReady, isChecking, sheet } = useCommand(passkeyAdd, {
    onOutcome: (it) => {
      if (it.kind !== 'applied') return
      toast(t`Passkey added`, { tone: 'positive' })
      onAdded()
    },
  })
  const error = failure ?? (outcome?.kind === 'rejected' ? outcome.error : undefined)

  async function add() {
    setFailure(undefined)
    setMaking(true)
    try {
      const { forgetPasskey, makePasskey } = await import('./browser-passkeys.ts')
      const { credential, made } = await makePasskey(password)
      const { kind } = await run({ name, credential })
      // Else the browser would offer a passkey that opens nothing.
      if (kind === 'rejected' || kind === 'abandoned') await forgetPasskey(made)
    } catch (cause) {
      setFailure(cause)
    }
    setMaking(false)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && name.trim() !== '') void add()
      }}
    >
      <PasswordField
        label={t`Your login password`}
        hint={t`So nobody who finds your phone unlocked can add one.`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        enterKeyHint="next"
      />
      <TextField
        label={t`Name of this passkey`}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        enterKeyHint="go"
      />
      <FormRejection
        message={
          error === undefined
            ? undefined
            : isPasskeyNotUsed(error)
              ? t`No passkey was created. This device may already have one, or you closed the prompt.`
              : reason(error)
        }
      />
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      <Button
        type="submit"
        wide
        busy={isBusy || isMaking}
        disabled={!isReady || unknown !== undefined || password === '' || name.trim() === ''}
      >
        <Trans>Add a passkey</Trans>
      </Button>
      <CommandSheet {...sheet} />
    </form>
  )
}
