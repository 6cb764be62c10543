import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useWatch, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { CodeField } from '../../ui/code-field.tsx'
import type { CodePurpose } from './commands.ts'
import { useValidationErrors } from './validation-errors.ts'
import { loginConfig } from '../../entities/login-config.ts'
import { useCode } from './use-code.ts'

interface Fields {
  phone: string
  code: string
}

interface CodeInputProps<F extends Fields> {
  form: UseFormReturn<F>
  purpose: CodePurpose
  onRejected: (error: unknown) => void
  /** True where no field follows. */
  isLast?: boolean
}

/** The code of a form that has a phone field. The code is sent to the phone in that field, once it is valid. */
export function CodeInput<F extends Fields>({ form, purpose, onRejected, isLast = false }: CodeInputProps<F>) {
  const { t } = useLingui()
  const say = useValidationErrors()
  const isDemo = useQuery(loginConfig).data?.demo === true
  const phoneField = 'phone' as FieldPath<F>
  const { send, isSending, blockedUntil } = useCode({
    purpose,
    onRejected,
    sentWords: t`Code sent`,
    phone: useWatch({ control: form.control, name: phoneField }),
    isPhoneValid: () => form.trigger(phoneField, { shouldFocus: true }),
  })
  const { error } = form.getFieldState('code' as FieldPath<F>, form.formState)
  return (
    <CodeField
      {...form.register('code' as FieldPath<F>)}
      label={t`Verification code`}
      error={say(error?.message)}
      enterKeyHint={isLast ? 'done' : 'next'}
      onSend={send}
      isSending={isSending}
      blockedUntil={blockedUntil}
      hint={
        isDemo && blockedUntil !== undefined
          ? t`This is a demo: you'll find the code in the server's log. No text message is sent.`
          : undefined
      }
    />
  )
}
