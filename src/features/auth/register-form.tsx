import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useForm } from 'react-hook-form'
import { useIdempotencyKey } from './idempotency-key.ts'
import { shownTexts } from '../../entities/article.ts'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { useChangedTexts } from '../../entities/use-changed-texts.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleContext } from '../../ui/locale-context.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { Agreement } from './agreement.tsx'
import { CodeInput } from './code-input.tsx'
import { register as registerMember } from './commands.ts'
import { useValidationErrors } from './validation-errors.ts'
import { FormRejection } from './form-rejection.tsx'
import { NewPasswordInputs } from './new-password-inputs.tsx'
import { PhoneInput } from './phone-input.tsx'
import { loginConfig } from '../../entities/login-config.ts'
import { registerSchema, type RegisterForm as Fields } from './schemas.ts'
import { useRejection } from './use-rejection.ts'

/** Registers an account and signs in. `invitedBy` is the code of the invitation link. */
export function RegisterForm({ invitedBy = '' }: { invitedBy?: string | undefined }) {
  const { t } = useLingui()
  const config = useQuery(loginConfig).data
  const { country } = use(LocaleContext)
  const form = useForm<Fields>({
    resolver: valibotResolver(registerSchema),
    shouldFocusError: false,
    criteriaMode: 'all',
    defaultValues: {
      phone: '',
      code: '',
      password: '',
      confirm: '',
      inviteCode: invitedBy.toUpperCase(),
      agreed: false,
    },
  })
  const {
    control,
    register,
    handleSubmit,
    setError,
    resetField,
    formState: { errors, isSubmitting, submitCount },
  } = form
  const say = useValidationErrors()
  const reject = useRejection(setError, {
    code_wrong: 'code',
    password_weak: 'password',
    wait_for_countdown: 'code',
    country_not_served: 'phone',
    codes_paused: 'code',
    account_exists: 'phone',
    invite_code_unknown: 'inviteCode',
  })
  // The form stays busy meanwhile, as it is being submitted.
  const { afterTexts } = useChangedTexts(() => resetField('agreed'))
  const idempotencyKey = useIdempotencyKey()
  const isOnline = useOnline()
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit((fields) => {
    const agreedTexts = shownTexts(config?.agreementArticle ?? 'agreement', config?.privacyArticle ?? 'privacy')
    return registerMember({ ...fields, country, agreedTexts }, idempotencyKey).catch(async (error: unknown) => {
      await afterTexts(error)
      reject(error)
    })
  })
  const demoCode = config?.demoInviteCode
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PhoneInput control={control} name="phone" />
      <CodeInput form={form} purpose="register" onRejected={reject} />
      <NewPasswordInputs isFirst password={register('password')} confirm={register('confirm')} errors={errors} />
      <TextField
        {...register('inviteCode')}
        label={t`Invite code`}
        error={say(errors.inviteCode?.message)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        enterKeyHint="done"
        hint={demoCode ? t`In this demo, ${demoCode} works.` : t`From the member who invited you.`}
      />
      <Agreement field={register('agreed')} error={say(errors.agreed?.message)} />
      <FormRejection message={errors.root?.message} />
      <Button type="submit" wide busy={isSubmitting} disabled={!isOnline}>
        <Trans>Register</Trans>
      </Button>
      <OfflineNote />
    </form>
  )
}
