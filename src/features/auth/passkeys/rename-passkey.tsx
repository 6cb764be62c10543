import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { passkeyRename } from '#protocol/passkeys.ts'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormRejection } from '../form-rejection.tsx'

export function RenamePasskey({ id, name, onRenamed }: { id: string; name: string; onRenamed: () => void }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const [next, setNext] = useState(name)
  const { run, outcome, unknown, check, isBusy, isReady, isChecking } = useCommand(passkeyRename, {
    concerns: (it) => it.id === id,
    onOutcome: (it) => {
      if (it.kind === 'applied') onRenamed()
    },
  })
  const canSave = isReady && !unknown && next.trim() !== ''
  return (
    <form
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) void run({ id, name: next })
      }}
    >
      <TextField
        label={t`Name of this passkey`}
        value={next}
        maxLength={60}
        onChange={(event) => setNext(event.target.value)}
        enterKeyHint="done"
      />
      <FormRejection message={outcome?.kind === 'rejected' ? reason(outcome.error) : undefined} />
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      <Button type="submit" wide busy={isBusy} disabled={!canSave}>
        <Trans>Save name</Trans>
      </Button>
    </form>
  )
}
