import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { Controller, useForm, useWatch, type UseFormSetError } from 'react-hook-form'
import { kindOfNumber } from '#protocol/card-rules.ts'
import { addBindCard, type Bank, type CardType } from '#protocol/cards.ts'
import { codeOf, type ErrorCode } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { groupedExpiry } from '../../lib/card-number.ts'
import { shownTexts } from '../../entities/article.ts'
import { loginConfig } from '../../entities/login-config.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useChangedTexts } from '../../entities/use-changed-texts.ts'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { BankPicker } from './bank-picker.tsx'
import { CardAgreement } from './card-agreement.tsx'
import { cardDraft, useDraftSaving, type CardDraft } from './card-draft.ts'
import { CardNumberField } from './card-number-field.tsx'
import { cardSchema, isMistyped, type CardFields } from './card-schema.ts'
import { CvvField } from './cvv-field.tsx'
import { cardTypes } from './queries.ts'
import { useValidationErrors } from './validation-errors.ts'
import { useMemberCountry } from '../../entities/profile.ts'

interface AddCardFormProps {
  memberId: string
  banks: readonly Bank[]
  types: readonly CardType[]
  /** The draft of an earlier visit; it contains no secrets. */
  draft: CardDraft | undefined
}

/** The form of a new card. The card's secrets leave it encrypted for the server and are never saved. */
export function AddCardForm({ memberId, banks, types, draft }: AddCardFormProps) {
  const { t } = useLingui()
  const say = useValidationErrors()
  const back = use(BackContext)
  const isOnline = useOnline()
  const article = useQuery(loginConfig).data?.privacyArticle ?? 'privacy'
  const country = useMemberCountry()
  const {
    register,
    control,
    handleSubmit,
    setError,
    resetField,
    formState: { errors, submitCount },
  } = useForm<CardFields>({
    resolver: valibotResolver(cardSchema(types, banks)),
    shouldFocusError: false,
    criteriaMode: 'all',
    defaultValues: {
      bankId: draft?.bankId ?? '',
      number: '',
      expiry: '',
      cvv: '',
      holderName: draft?.holderName ?? '',
      phone: draft?.phone ?? '',
      agreed: false,
    },
  })
  const reject = useRejection(setError)
  const client = useQueryClient()
  const { afterTexts, isFetching } = useChangedTexts(() => resetField('agreed'))
  const { run, check, unknown, isChecking, isBusy, isReady, sheet } = useCommand(addBindCard, {
    onOutcome: (outcome) => {
      // What the card costs is shown anew, too.
      if (outcome.kind === 'rejected') void client.invalidateQueries({ queryKey: cardTypes.queryKey })
      if (outcome.kind === 'rejected') void afterTexts(outcome.error).then(() => reject(outcome.error))
      if (outcome.kind === 'applied') void leave()
    },
  })
  const [number, bankId, holderName, phone] = useWatch({ control, name: ['number', 'bankId', 'holderName', 'phone'] })
  useDraftSaving(memberId, { bankId, holderName, phone })
  const kind = kindOfNumber(number, types)
  const leave = async () => {
    await cardDraft.remove(memberId)
    toast(t`Card added`, { tone: 'positive' })
    back()
  }
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit(async ({ number: digits, expiry, cvv, ...fields }) => {
    const secret = { number: digits, expiry, cvv }
    const agreedTexts = shownTexts(article)
    const expectedFee = kind?.annualFee ?? 0
    await run({ ...fields, typeCode: kind?.code ?? null, agreed: true, agreedTexts, expectedFee }, { secret })
  })
  return (
    <>
      <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {!isOnline && (
          <Banner tone="warning" icon="offline">
            <Trans>
              You need a connection to add a card. Bank, name and phone are saved on this device until then. Number,
              expiry and CVV never are: you enter them again.
            </Trans>
          </Banner>
        )}
        <BankPicker {...register('bankId')} banks={banks} country={country} error={say(errors.bankId?.message)} />
        <Controller
          control={control}
          name="number"
          render={({ field, fieldState }) => (
            <CardNumberField
              {...field}
              scheme={kind?.name}
              error={say(fieldState.error?.message ?? (isMistyped(number, types) ? 'numberWrong' : undefined))}
            />
          )}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4">
          <Controller
            control={control}
            name="expiry"
            render={({ field: { onChange, ...field }, fieldState }) => (
              <TextField
                {...field}
                label={t`Expiry (MM/YY)`}
                error={say(fieldState.error?.message)}
                dir="ltr"
                inputMode="numeric"
                autoComplete="cc-exp"
                enterKeyHint="next"
                placeholder={t`MM/YY`}
                onChange={(event) => onChange(groupedExpiry(event.target.value))}
              />
            )}
          />
          <CvvField
            {...register('cvv')}
            digits={kind?.cvvDigits}
            error={say(errors.cvv?.message)}
            enterKeyHint="next"
          />
        </div>
        <TextField
          {...register('holderName')}
          label={t`Name on the card`}
          error={say(errors.holderName?.message)}
          autoComplete="cc-name"
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <Controller
          control={control}
          name="phone"
          render={({ field, fieldState }) => (
            <PhoneField
              label={t`Phone number at your bank`}
              hint={t`The number your bank has for this card.`}
              error={say(fieldState.error?.message)}
              defaultCountry={country.toUpperCase()}
              enterKeyHint="done"
              {...field}
            />
          )}
        />
        {kind !== undefined && kind.annualFee > 0 && (
          <Banner icon="receipt">
            <Trans>
              This kind of card costs <Money isOpen value={kind.annualFee} currency={kind.currency} /> a year. You get
              the bill here and can repay it from a wallet.
            </Trans>
          </Banner>
        )}
        <CardAgreement article={article} field={register('agreed')} error={say(errors.agreed?.message)} />
        {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
        {errors.root && (
          <Banner tone="danger" icon="warning">
            {errors.root.message}
          </Banner>
        )}
        <Button
          type="submit"
          wide
          icon="shield"
          busy={isBusy || isFetching}
          disabled={!isOnline || !isReady || unknown !== undefined}
        >
          <Trans>Add card</Trans>
        </Button>
        <p className="text-small text-ink-soft text-pretty">
          <Trans>
            Your card number is encrypted when it's sent and when it's stored. The CVV only helps to catch typing
            mistakes: we check its number of digits, ask no bank about it and never store it.
          </Trans>
        </p>
      </form>
      <CommandSheet {...sheet}>
        <Trans>
          Add the card ending in{' '}
          <bdi className="figures" dir="ltr">
            {number.slice(-4)}
          </bdi>
        </Trans>
      </CommandSheet>
    </>
  )
}

const fieldOf: Partial<Record<ErrorCode, keyof CardFields>> = {
  card_number_wrong: 'number',
  card_known: 'number',
  card_expired: 'expiry',
}

/** Shows a rejection at the field that it is about. */
function useRejection(setError: UseFormSetError<CardFields>): (failure: unknown) => void {
  const { t } = useLingui()
  const reason = useRejectionReason()
  return (failure) => {
    const code = failure instanceof ApiError && failure.kind === 'rejected' ? codeOf(failure.errno) : undefined
    const message =
      code === 'price_changed'
        ? t`The annual fee of this kind of card has changed, and the card wasn't added. Check it and add the card again.`
        : reason(failure)
    setError((code && fieldOf[code]) ?? 'root', { message }, { shouldFocus: true })
  }
}
