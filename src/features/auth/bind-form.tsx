import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { useForm } from 'react-hook-form'
import { bindPhone } from '#protocol/auth.ts'
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
import { checkPhoneCode } from './commands.ts'
import { FormRejection } from './form-rejection.tsx'
import { PhoneInput } from './phone-input.tsx'
import { bindSchema, type BindForm as Fields } from './schemas.ts'
import { useRejection } from './use-rejection.ts'
import { useValidationErrors } from './validation-errors.ts'

/** Code and number are checked first, so that the transaction password isn't asked for in vain. */
export function BindForm({ hasTransactionPassword }: { hasTransactionPassword: boolean }) {
  const { t } = useLingui()
  const back = use(BackContext)
  const say = useValidationErrors()
  const isOnline = useOnline()
  const form = useForm<Fields>({
    resolver: valibotResolver(bindSchema(hasTransactionPassword)),
    shouldFocusError: false,
    criteriaMode: 'all',
    defaultValues: { phone: '', code: '', password: '' },
  })
  const {
    control,
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting, submitCount },
  } = form
  const refuse = useRejection(setError, {
    code_wrong: 'code',
    wait_for_countdown: 'code',
    country_not_served: 'phone',
    codes_paused: 'code',
    account_exists: 'phone',
    credentials_wrong: 'password',
  })
  const { run, check, unknown, isChecking, isBusy, isReady, sheet } = useCommand(bindPhone, {
    onOutcome: (outcome) => {
      if (outcome.kind === 'rejected') refuse(outcome.error)
      if (outcome.kind !== 'applied') return
      toast(t`You now log in with the new number`, { tone: 'positive' })
      back()
    },
  })
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit(async ({ phone, code, password }) => {
    try {
      await checkPhoneCode(phone, code)
    } catch (error) {
      refuse(error)
      return
    }
    await run({ phone, code, ...(hasTransactionPassword ? {} : { password }) })
  })
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PhoneInput control={control} name="phone" />
      <CodeInput form={form} purpose="bind" onRejected={refuse} isLast={hasTransactionPassword} />
      {!hasTransactionPassword && (
        <PasswordField
          {...register('password')}
          label={t`Login password`}
          hint={t`To confirm it's you.`}
          error={say(errors.password?.message)}
          autoComplete="current-password"
          enterKeyHint="done"
        />
      )}
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      <FormRejection message={errors.root?.message} />
      <Button
        type="submit"
        wide
        busy={isBusy || isSubmitting}
        disabled={!isOnline || !isReady || unknown !== undefined}
      >
        <Trans>Bind this phone</Trans>
      </Button>
      <OfflineNote />
      <CommandSheet {...sheet} />
    </form>
  )
}
