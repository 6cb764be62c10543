import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { addressSave } from '#protocol/addresses.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { endLocationRequest, locationAnswer } from '../../entities/location-request.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import type { Position } from '../../lib/distance.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { Switch } from '../../ui/switch.tsx'
import { DigitsField, TextArea, TextField } from '../../ui/text-field.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { addressDraft, begunWith, raisedBase, removeDraftOf, saveChanges, type AddressDraft } from './address-draft.ts'
import { useAddressCommands } from './commands.ts'
import { PinField } from './pin-field.tsx'
import { useValidationErrors } from './validation-errors.ts'
import { RegionPicker } from './region-picker.tsx'
import { addressSchema, type AddressFields } from './schema.ts'
import type { ShownAddress } from './shown-addresses.ts'
import { useCountry } from './use-addresses.ts'

interface AddressFormProps {
  /** Undefined for a new address. */
  address?: ShownAddress
  /** Shown below the form, which needs a moment to come. */
  children?: ReactNode
}

/**
 * The form of a new address, or of an existing one. What was typed before the member left, for the map or because the
 * phone dropped the page, is there again when they come back.
 */
export function AddressForm({ address, children }: AddressFormProps) {
  const memberId = useSignedIn() ?? ''
  const saved = useSavedDraft(addressDraft, memberId)
  const [answer] = useState(() => locationAnswer('address'))
  useEffect(endLocationRequest, [])
  const [isAnew, setAnew] = useState(false)
  if (!saved) return null
  const { initial, isRestored } = begunWith(address, isAnew ? undefined : saved.content)
  const startOver = () => {
    void addressDraft.remove(memberId)
    setAnew(true)
  }
  return (
    <>
      {isRestored && !answer && <RestoredNote onStartOver={startOver} />}
      <Form
        key={`${saved.isLate} ${isAnew}`}
        address={address}
        initial={initial}
        pin={isAnew ? undefined : answer?.chosen}
        memberId={memberId}
      />
      {children}
    </>
  )
}

function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Banner
      action={
        <Button look="plain" size="small" onClick={onStartOver}>
          <Trans>Start over</Trans>
        </Button>
      }
    >
      <Trans>You entered this earlier and didn't save it.</Trans>
    </Banner>
  )
}

interface FormProps {
  address: ShownAddress | undefined
  initial: AddressDraft
  /** The place that was just chosen on the map. */
  pin: Position | undefined
  memberId: string
}

/**
 * The address is saved on this device first. The draft has an id of its own, so that pressing the button twice makes
 * one address.
 */
function Form({ address, initial, pin, memberId }: FormProps) {
  const { t } = useLingui()
  const say = useValidationErrors()
  const back = use(BackContext)
  const { isBusy, run } = useCommand(addressSave)
  const tell = useTellOutcome()
  const [start] = useState(initial)
  const addressCommands = useAddressCommands()
  const country = useCountry(start.regionId || undefined)
  const [position, setPosition] = useState(pin ?? start.position)
  const {
    register,
    control,
    getValues,
    handleSubmit,
    subscribe,
    formState: { errors, submitCount },
  } = useForm<AddressFields>({
    resolver: valibotResolver(addressSchema),
    shouldFocusError: false,
    defaultValues: start,
  })
  const saveDraft = (at = position) => saveChanges(memberId, { ...start, ...getValues(), position: at }, address)
  // At each keystroke, so that a member who is interrupted loses nothing.
  const saveTyped = useEffectEvent(() => void saveDraft())
  useEffect(() => subscribe({ formState: { values: true }, callback: () => saveTyped() }), [subscribe])
  // The draft that the map was left for doesn't have the place yet.
  useEffect(() => {
    if (pin) saveTyped()
  }, [pin])
  const formRef = useFirstInvalid(submitCount)
  const submit = handleSubmit(async ({ postcode, ...fields }) => {
    const args = {
      id: start.id,
      basedOn: raisedBase(start, addressCommands),
      ...fields,
      postcode: postcode || null,
      position,
    }
    if (!tell(await run(args))) return
    void removeDraftOf(memberId, start.addressId)
    back()
  })
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        {...register('recipient')}
        label={t`Recipient`}
        error={say(errors.recipient?.message)}
        autoComplete="name"
        enterKeyHint="next"
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
      <Controller
        control={control}
        name="regionId"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <RegionPicker
            ref={ref}
            country={country}
            value={value}
            onChange={onChange}
            error={say(fieldState.error?.message)}
          />
        )}
      />
      <TextArea
        {...register('detail')}
        label={t`Street and house number`}
        error={say(errors.detail?.message)}
        autoComplete="street-address"
      />
      <DigitsField
        {...register('postcode')}
        label={t`Postcode`}
        hint={t`If you know it.`}
        error={say(errors.postcode?.message)}
        autoComplete="postal-code"
        enterKeyHint="done"
      />
      <PinField
        position={position}
        regionId={useWatch({ control, name: 'regionId' })}
        country={country}
        onRemove={() => {
          setPosition(null)
          void saveDraft(null)
        }}
        onLeave={() => saveDraft()}
      />
      <Switch {...register('isDefault')} hint={<Trans>Points orders go there unless you choose another.</Trans>}>
        <Trans>Default address</Trans>
      </Switch>
      <Button type="submit" wide busy={isBusy}>
        <Trans>Save address</Trans>
      </Button>
    </form>
  )
}
