import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useIdempotencyKey } from './idempotency-key.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { Button } from '../../ui/button.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { CodeInput } from './code-input.tsx'
import { resetByCode } from './commands.ts'
import { FormRejection } from './form-rejection.tsx'
import { NewPasswordInputs } from './new-password-inputs.tsx'
import { PhoneInput } from './phone-input.tsx'
import { resetSchema, type ResetForm as Fields } from './schemas.ts'
import { useRejection } from './use-rejection.ts'

/** For a person who has the phone but not the password. */
export function ResetForm() {
  const { t } = useLingui()
  const back = use(BackContext)
  // On the way the session may end. The shell leads back only those who came without one.
  const [wasSignedIn] = useState(useSignedIn() !== undefined)
  const form = useForm<Fields>({
    resolver: valibotResolver(resetSchema),
    shouldFocusError: false,
    criteriaMode: 'all',
    defaultValues: { phone: '', code: '', password: '', confirm: '' },
  })
  const {
    control,
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting, submitCount },
  } = form
  const reject = useRejection(setError, {
    code_wrong: 'code',
    wait_for_countdown: 'code',
    country_not_served: 'phone',
    account_unknown: 'phone',
    codes_paused: 'code',
    password_weak: 'password',
  })
  const idempotencyKey = useIdempotencyKey()
  const isOnline = useOnline()
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit(async (fields) => {
    try {
      await resetByCode(fields, idempotencyKey)
      toast(t`Password changed. Your other devices are logged out.`, { tone: 'positive' })
      if (wasSignedIn) back()
    } catch (error) {
      reject(error)
    }
  })
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PhoneInput control={control} name="phone" />
      <CodeInput form={form} purpose="reset" onRejected={reject} />
      <NewPasswordInputs password={register('password')} confirm={register('confirm')} errors={errors} />
      <FormRejection message={errors.root?.message} />
      <p className="text-small text-ink-soft">
        <Trans>A new password logs out all your devices and removes the passkeys of your account.</Trans>
      </p>
      <Button type="submit" wide busy={isSubmitting} disabled={!isOnline}>
        <Trans>Set new password</Trans>
      </Button>
      <OfflineNote />
    </form>
  )
}
