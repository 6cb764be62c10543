import { useLingui } from '@lingui/react/macro'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import { useValidationErrors } from './validation-errors.ts'

interface NewPasswordInputsProps {
  /** True where no password existed before; more fields follow then. */
  isFirst?: boolean
  password: UseFormRegisterReturn
  confirm: UseFormRegisterReturn
  errors: { password?: FieldError | undefined; confirm?: FieldError | undefined }
}

/** A new password, typed twice (specification 5). */
export function NewPasswordInputs({ isFirst = false, password, confirm, errors }: NewPasswordInputsProps) {
  const { t } = useLingui()
  const say = useValidationErrors()
  return (
    <>
      <PasswordField
        {...password}
        label={isFirst ? t`Password` : t`New password`}
        hint={t`At least 10 characters, and none of the common passwords`}
        error={say(errors.password?.message)}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField
        {...confirm}
        label={isFirst ? t`Repeat password` : t`Repeat new password`}
        error={say(errors.confirm?.message)}
        autoComplete="new-password"
        enterKeyHint={isFirst ? 'next' : 'done'}
      />
    </>
  )
}
