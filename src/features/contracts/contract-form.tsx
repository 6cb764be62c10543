import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { shownTexts } from '../../entities/article.ts'
import { ArticleLink } from '../../entities/article-link.tsx'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { useMemberCountry } from '../../entities/profile.ts'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { DigitsField, TextField } from '../../ui/text-field.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { ConfirmUpdate } from './confirm-update.tsx'
import { useContractChanges } from './contract-changes.ts'
import { contractDraft, type ContractDraft } from './contract-draft.ts'
import { ContractRejection } from './contract-rejection.tsx'
import { useEducations } from './educations.ts'
import { useValidationErrors } from './validation-errors.ts'
import { contractSchema, type ContractDraftFields, type ContractFields } from './schema.ts'
import { SignatureField } from './signature-field.tsx'
import { useIdDocument } from './use-id-document.ts'
import { useSubmitting } from './use-submitting.ts'

interface ContractFormProps {
  memberId: string
  contractState: Answer<typeof contractInfo>
  draft: ContractDraft | undefined
  onDone: () => void
}

/** What was ticked and signed, and under which terms. The answer of an earlier build didn't name them. */
type Signed = ContractFields & { termsDigest: string | undefined }

/** The personal data and the signature of the contract. Each change is saved on this device as a draft. */
export function ContractForm({ memberId, contractState, draft, onDone }: ContractFormProps) {
  const { version, contract, terms, termsDigest } = contractState
  const { article } = terms
  const { t } = useLingui()
  const say = useValidationErrors()
  const { choices } = useEducations()
  const isOnline = useOnline()
  const country = useMemberCountry()
  const { run, outcome, unknown, check, isChecking, isBusy, isReady, sheet } = useSubmitting(memberId, {
    onDone,
    onTextChanged: () => resetField('agreed'),
  })
  const before = draft ?? contract
  const {
    register,
    control,
    handleSubmit,
    subscribe,
    resetField,
    formState: { errors, submitCount },
  } = useForm<ContractDraftFields, unknown, ContractFields>({
    resolver: valibotResolver(contractSchema),
    shouldFocusError: false,
    defaultValues: {
      name: before?.name ?? '',
      phone: draft?.phone ?? '',
      bankName: before?.bankName ?? '',
      accountName: before?.accountName ?? '',
      education: before?.education ?? '',
      idNumber: '',
      cardNumber: '',
      signature: draft?.signature ?? [],
    },
  })
  // The draft is saved at each keystroke, so that a member who is interrupted loses nothing.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { name, phone, education, bankName, accountName, signature } }) => {
          void contractDraft.save(memberId, {
            basedOn: version,
            name,
            phone,
            education,
            bankName,
            accountName,
            signature,
          })
        },
      }),
    [memberId, version, subscribe],
  )
  // Other terms take the tick away: it was for those before.
  const ticked = useRef(termsDigest)
  useEffect(() => {
    if (ticked.current !== termsDigest) resetField('agreed')
    ticked.current = termsDigest
  }, [termsDigest, resetField])
  const [checked, setChecked] = useState<Signed>()
  const [isConfirming, setConfirming] = useState(false)
  const changesOf = useContractChanges()
  const idDocument = useIdDocument()
  const send = ({ idNumber, cardNumber, ...fields }: Signed) =>
    run({ ...fields, basedOn: version, agreedTexts: shownTexts(article) }, { secret: { idNumber, cardNumber } })
  const formRef = useFirstInvalid(submitCount)
  // An update is confirmed in a dialog first. A first signing needs none: the terms and the checkbox precede its
  // button.
  const hand = handleSubmit(async (fields) => {
    const signed = { ...fields, termsDigest }
    if (!contract) return void (await send(signed))
    setChecked(signed)
    setConfirming(true)
  })
  const numberHint = t`Encrypted when it's sent and stored. Never saved on this device.`
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void hand(event)} className="flex flex-col gap-4">
      <TextField
        {...register('name')}
        label={t`Name`}
        hint={t`As shown on your ID.`}
        error={say(errors.name?.message)}
        autoComplete="name"
      />
      <TextField
        {...register('idNumber')}
        label={t`ID number`}
        hint={idDocument === undefined ? numberHint : t`As shown on your ${idDocument}. ${numberHint}`}
        error={say(errors.idNumber?.message)}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <Controller
        control={control}
        name="phone"
        render={({ field, fieldState }) => (
          <PhoneField
            label={t`Phone number`}
            error={say(fieldState.error?.message)}
            defaultCountry={country.toUpperCase()}
            {...field}
          />
        )}
      />
      <SelectField {...register('education')} label={t`Education`} error={say(errors.education?.message)}>
        <option value="">{t`Choose`}</option>
        {choices.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...register('bankName')} label={t`Bank`} error={say(errors.bankName?.message)} autoComplete="off" />
      <DigitsField
        {...register('cardNumber')}
        label={t`Card or account number`}
        hint={numberHint}
        error={say(errors.cardNumber?.message)}
        autoComplete="off"
        dir="ltr"
      />
      <TextField
        {...register('accountName')}
        label={t`Account name`}
        hint={t`The account holder's name.`}
        error={say(errors.accountName?.message)}
        autoComplete="off"
      />
      <Controller
        control={control}
        name="signature"
        render={({ field: { value, onChange }, fieldState }) => (
          <SignatureField value={value} onChange={onChange} error={say(fieldState.error?.message)} />
        )}
      />
      <Checkbox {...register('agreed')} error={say(errors.agreed?.message)}>
        <Trans>
          I agree to the terms above, set out in full in the <ArticleLink id={article}>contract</ArticleLink>, and to
          the operator reviewing what I entered.
        </Trans>
      </Checkbox>
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      {!unknown && !isBusy && <ContractRejection outcome={outcome} termsDigest={termsDigest} />}
      {!isOnline && (
        <Banner tone="warning" icon="offline">
          <Trans>
            You need a connection to submit. What you entered is saved on this device, except the two numbers: enter
            those again when you come back.
          </Trans>
        </Banner>
      )}
      <Button type="submit" wide busy={isBusy} disabled={!isOnline || !isReady || unknown !== undefined}>
        {version === 0 ? <Trans>Sign the contract</Trans> : <Trans>Sign the update</Trans>}
      </Button>
      <ConfirmUpdate
        isOpen={isConfirming}
        contractState={contractState}
        changes={checked && contract ? changesOf(contract, checked) : []}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          if (checked) void send(checked)
        }}
      />
      <CommandSheet {...sheet} />
    </form>
  )
}
