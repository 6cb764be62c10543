import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { redeemCode } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { validationErrorOf, plainCode, type CodeError } from './gift-code.ts'

/** The form that redeems a code. The code is saved on this device first, so it can be entered offline. */
export function GiftCodeForm({ redemptions }: { redemptions: readonly Command[] }) {
  const { t } = useLingui()
  const { isBusy, run } = useCommand(redeemCode)
  const tell = useTellOutcome()
  const [typed, type] = useState('')
  const [validationError, setValidationError] = useState<CodeError>()
  const [submits, setSubmits] = useState(0)
  const formRef = useFirstInvalid(submits)
  const words: Record<CodeError, string> = {
    missing: t`Enter the code`,
    malformed: t`A code has 4 to 40 letters, digits and dashes`,
    waiting: t`You've already entered this code. It's waiting for the server`,
    redeemed: t`You've already redeemed this code`,
  }

  // Its row below says where it is: a toast would still say "saved" beside the refusal.
  async function submit() {
    const code = plainCode(typed)
    const wrong = validationErrorOf(code, redemptions)
    setValidationError(wrong)
    setSubmits(submits + 1)
    if (wrong === undefined && tell(await run({ code }), null)) type('')
  }

  async function paste() {
    try {
      type(plainCode(await navigator.clipboard.readText()))
      setValidationError(undefined)
    } catch {
      toast(t`This browser doesn't let the app paste. Press and hold the field to paste.`, {
        tone: 'danger',
        duration: 6000,
      })
    }
  }

  return (
    <form
      ref={formRef}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <TextField
            label={t`Gift code`}
            hint={t`Capital and small letters are treated the same.`}
            error={validationError && words[validationError]}
            value={typed}
            name="code"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={80}
            onChange={(event) => {
              type(event.target.value)
              setValidationError(undefined)
            }}
          />
        </div>
        {'readText' in (navigator.clipboard ?? {}) && (
          <Button look="plain" size="small" onClick={() => void paste()}>
            <Trans>Paste</Trans>
          </Button>
        )}
      </div>
      <Button type="submit" wide icon="gift" busy={isBusy}>
        <Trans>Redeem</Trans>
      </Button>
    </form>
  )
}
