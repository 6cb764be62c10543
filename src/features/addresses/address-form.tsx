import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { addressSave } from '#protocol/addresses.ts'
import { newId } from '../../api/device.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useValidationErrors } from './validation-errors.ts'
import { RegionPicker } from './region-picker.tsx'
import { addressSchema, type AddressFields } from './schema.ts'
import type { ShownAddress } from './shown-addresses.ts'
import { useCountry } from './use-addresses.ts'

/**
 * The form of a new address, or of an existing one. The address is saved on this device first. The form mints its id,
 * so that pressing the button twice makes one address.
 */
export function AddressForm({ address }: { address?: ShownAddress }) {
  const { t } = useLingui()
  const say = useValidationErrors()
  const back = use(BackContext)
  const { isBusy, run } = useCommand(addressSave)
  const tell = useTellOutcome()
  const country = useCountry(address?.regionId)
  const [id] = useState(() => address?.id ?? newId())
  const {
    register,
    control,
    handleSubmit,
    formState: { errors },
  } = useForm<AddressFields>({
    resolver: valibotResolver(addressSchema),
    defaultValues: {
      recipient: address?.recipient ?? '',
      phone: address?.phone ?? '',
      regionId: address?.regionId ?? '',
      detail: address?.detail ?? '',
      postcode: address?.postcode ?? '',
      isDefault: address?.isDefault ?? false,
    },
  })
  const submit = handleSubmit(async ({ postcode, ...fields }) => {
    const args = {
      id,
      basedOn: address?.version ?? null,
      ...fields,
      postcode: postcode || null,
      position: address?.position ?? null,
    }
    if (tell(await run(args))) back()
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        {...register('recipient')}
        label={t`Recipient`}
        error={say(errors.recipient?.message)}
        autoComplete="name"
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
        label={t`Street and house`}
        error={say(errors.detail?.message)}
        autoComplete="street-address"
      />
      <TextField
        {...register('postcode')}
        label={t`Postcode`}
        hint={t`If you know it.`}
        error={say(errors.postcode?.message)}
        autoComplete="postal-code"
        inputMode="numeric"
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
