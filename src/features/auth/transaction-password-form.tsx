import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { useForm } from 'react-hook-form'
import { setTransactionPassword } from '#protocol/auth.ts'
import { errors as catalogue } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { CodeInput } from './code-input.tsx'
import { transactionPasswordCommand } from './commands.ts'
import { useValidationErrors } from './validation-errors.ts'
import { FormRejection } from './form-rejection.tsx'
import { PhoneInput } from './phone-input.tsx'
import { PinInput } from './pin-input.tsx'
import { emptyTransactionForm, transactionSchema, type By, type TransactionForm } from './transaction-schemas.ts'
import { useRejection } from './use-rejection.ts'

/**
 * Sets the transaction password, typed twice (specification 5). The member proves their identity by the login password,
 * with a code but in an account's first day, where no transaction password exists, by the old one, or by a code.
 */
export function TransactionPasswordForm({ way }: { way: By }) {
  const { t } = useLingui()
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  // The profile on the screen may be from the account's first day.
  const by = way === 'login' && isCodeNeeded ? 'loginAndCode' : way
  const isFirst = by === 'login' || by === 'loginAndCode'
  const back = use(BackContext)
  const form = useForm<TransactionForm>({
    resolver: valibotResolver(transactionSchema(by)),
    shouldFocusError: false,
    criteriaMode: 'all',
    defaultValues: emptyTransactionForm,
  })
  const {
    control,
    register,
    handleSubmit,
    setError,
    reset,
    formState: { errors, submitCount },
  } = form
  const say = useValidationErrors()
  const reject = useRejection(setError, {
    credentials_wrong: 'loginPassword',
    transaction_password_wrong: 'old',
    ...ofCode,
  })
  // A code is sent to the member's own number only.
  const rejectNumber = useRejection(setError, { ...ofCode, credentials_wrong: 'phone' })
  const isOnline = useOnline()
  const { run, check, unknown, isChecking, isBusy, isReady, sheet } = useCommand(setTransactionPassword, {
    onOutcome: (outcome) => {
      if (outcome.kind === 'rejected') {
        if (isCodeMissing(outcome.error)) setCodeNeeded(true)
        reject(outcome.error)
      }
      if (outcome.kind !== 'applied') return
      reset(emptyTransactionForm)
      toast(isFirst ? t`Transaction password set` : t`Transaction password changed`, { tone: 'positive' })
      back()
    },
  })
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit(async (fields) => {
    const { args, secret } = transactionPasswordCommand(by, fields)
    await run(args, { secret })
  })
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {isFirst && (
        <PasswordField
          {...register('loginPassword')}
          label={t`Login password`}
          hint={t`To confirm it's you.`}
          error={say(errors.loginPassword?.message)}
          autoComplete="current-password"
          enterKeyHint="next"
        />
      )}
      {by === 'old' && <PinInput control={control} name="old" label={t`Old transaction password`} />}
      {(by === 'code' || by === 'loginAndCode') && (
        <>
          <PhoneInput control={control} name="phone" />
          <CodeInput form={form} purpose="transaction-password" onRejected={rejectNumber} />
        </>
      )}
      <PinInput
        control={control}
        name="password"
        label={isFirst ? t`Transaction password` : t`New transaction password`}
        hint={t`6 digits nobody can guess: not your birthday, not 123456.`}
      />
      <PinInput control={control} name="confirm" label={t`Repeat the 6 digits`} />
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      <FormRejection message={errors.root?.message} />
      <Button type="submit" wide busy={isBusy} disabled={!isOnline || !isReady || unknown !== undefined}>
        {isFirst ? <Trans>Set transaction password</Trans> : <Trans>Change transaction password</Trans>}
      </Button>
      <OfflineNote />
      <CommandSheet {...sheet} />
    </form>
  )
}

const ofCode = {
  code_wrong: 'code',
  code_needed: 'code',
  wait_for_countdown: 'code',
  codes_paused: 'code',
} as const

function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'rejected' && error.errno === catalogue.code_needed.errno
}
