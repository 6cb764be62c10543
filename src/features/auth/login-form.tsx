import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { noteAgreedTo, wasAgreedTo } from './agreed-before.ts'
import { Agreement } from './agreement.tsx'
import { signIn } from './commands.ts'
import { useValidationErrors } from './validation-errors.ts'
import { FormRejection } from './form-rejection.tsx'
import { PasskeySignInButton } from './passkeys/sign-in-button.tsx'
import { PhoneInput } from './phone-input.tsx'
import { loginConfig } from '../../entities/login-config.ts'
import { loginSchema, type LoginForm as Fields } from './schemas.ts'
import { useRejection } from './use-rejection.ts'

export function LoginForm() {
  const { t } = useLingui()
  const config = useQuery(loginConfig).data
  const isDemo = config?.demo === true
  const since = config?.agreementsSince
  const {
    control,
    register,
    handleSubmit,
    setError,
    setValue,
    trigger,
    formState: { errors, isSubmitting, submitCount },
  } = useForm<Fields>({
    resolver: valibotResolver(loginSchema),
    shouldFocusError: false,
    defaultValues: { phone: '', password: '', agreed: wasAgreedTo(since) },
  })
  // The answer may come after the form. Only a newer text takes a tick away: the tick was for the text before.
  const ticked = useRef(since)
  useEffect(() => {
    if (since === undefined) return
    if (wasAgreedTo(since)) setValue('agreed', true)
    else if (ticked.current !== undefined && ticked.current !== since) setValue('agreed', false)
    ticked.current = since
  }, [since, setValue])
  const say = useValidationErrors()
  const reject = useRejection(setError, { credentials_wrong: 'password' })
  const [fills, setFills] = useState(0)
  const isOnline = useOnline()
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit((fields) => {
    noteAgreedTo(since)
    return signIn(fields).catch(reject)
  })
  const fillDemo = () => {
    setValue('phone', demoMember.phone, { shouldValidate: true })
    setValue('password', demoMember.password, { shouldValidate: true })
    setFills(fills + 1)
  }
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {/* The phone field reads a value set by code only when it mounts, hence the key. */}
      <PhoneInput key={fills} control={control} name="phone" isOfMember />
      <PasswordField
        {...register('password')}
        label={t`Password`}
        error={say(errors.password?.message)}
        enterKeyHint="go"
      />
      <Agreement field={register('agreed')} error={say(errors.agreed?.message)} />
      <FormRejection message={errors.root?.message} />
      <Button type="submit" wide busy={isSubmitting} disabled={!isOnline}>
        <Trans>Log in</Trans>
      </Button>
      <OfflineNote />
      <PasskeySignInButton
        mayGoOn={async () => {
          const isAgreed = await trigger('agreed', { shouldFocus: true })
          if (isAgreed) noteAgreedTo(since)
          return isAgreed
        }}
      />
      {isDemo && (
        <Button look="quiet" icon="user" onClick={fillDemo}>
          <Trans>Use the demo member</Trans>
        </Button>
      )}
    </form>
  )
}

/**
 * The member that every demo has, printed when the server starts; offered only where the server says that it is a demo.
 */
const demoMember = { phone: '+6281200000001', password: 'demo-voltfolio' }
