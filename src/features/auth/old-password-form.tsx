import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { useForm } from 'react-hook-form'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { toast } from '../../ui/toast.tsx'
import { changePassword } from './commands.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import { useValidationErrors } from './validation-errors.ts'
import { FormRejection } from './form-rejection.tsx'
import { NewPasswordInputs } from './new-password-inputs.tsx'
import { changeSchema, type ChangeForm } from './schemas.ts'
import { useRejection } from './use-rejection.ts'

/** For a member who is signed in and knows the current password. */
export function OldPasswordForm() {
  const { t } = useLingui()
  const back = use(BackContext)
  const isOnline = useOnline()
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting, submitCount },
  } = useForm<ChangeForm>({
    resolver: valibotResolver(changeSchema),
    shouldFocusError: false,
    criteriaMode: 'all',
    defaultValues: { oldPassword: '', password: '', confirm: '' },
  })
  const say = useValidationErrors()
  const reject = useRejection(setError, {
    credentials_wrong: 'oldPassword',
    password_weak: 'password',
    attempts_exhausted: 'oldPassword',
  })
  const idempotencyKey = useIdempotencyKey()
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit(async ({ oldPassword, password }) => {
    try {
      await changePassword(oldPassword, password, idempotencyKey)
      toast(t`Password changed. Your other devices are logged out.`, { tone: 'positive' })
      back()
    } catch (error) {
      reject(error)
    }
  })
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        {...register('oldPassword')}
        label={t`Old password`}
        error={say(errors.oldPassword?.message)}
        enterKeyHint="next"
      />
      <NewPasswordInputs password={register('password')} confirm={register('confirm')} errors={errors} />
      <FormRejection message={errors.root?.message} />
      <Button type="submit" wide busy={isSubmitting} disabled={!isOnline}>
        <Trans>Change password</Trans>
      </Button>
      <OfflineNote />
    </form>
  )
}
