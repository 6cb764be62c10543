import { useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { LocaleContext } from '../../ui/locale-context.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { useValidationErrors } from './validation-errors.ts'

interface PhoneInputProps<F extends FieldValues> {
  control: Control<F>
  name: FieldPath<F>
  disabled?: boolean
}

/** The phone of a form; the first calling code is that of the chosen country. */
export function PhoneInput<F extends FieldValues>({ control, name, disabled = false }: PhoneInputProps<F>) {
  const { t } = useLingui()
  const say = useValidationErrors()
  const { country } = use(LocaleContext)
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name })
  return (
    <PhoneField
      label={t`Phone number`}
      error={say(fieldState.error?.message)}
      defaultCountry={country.toUpperCase()}
      disabled={disabled}
      {...field}
      ref={ref}
    />
  )
}
