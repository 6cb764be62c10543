import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { countries } from '../../entities/countries.ts'
import { LocaleContext } from '../../ui/locale-context.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { dialCountries, type DialCountry } from '../../ui/phone-number.ts'
import { useValidationErrors } from './validation-errors.ts'

interface PhoneInputProps<F extends FieldValues> {
  control: Control<F>
  name: FieldPath<F>
  disabled?: boolean
  /** Also offers countries where the operator works no more: whoever logs in may be from one. */
  isOfMember?: boolean
}

/**
 * The phone of a form, to which a code is sent: only countries where the operator works are offered, that of the member
 * first. Another number can be typed with its own calling code.
 */
export function PhoneInput<F extends FieldValues>({
  control,
  name,
  disabled = false,
  isOfMember = false,
}: PhoneInputProps<F>) {
  const { t } = useLingui()
  const say = useValidationErrors()
  const { country } = use(LocaleContext)
  const served = useQuery(countries).data?.items.map((it) => ({
    code: it.id.toUpperCase(),
    dial: it.dialCode.replace('+', ''),
  }))
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name })
  return (
    <PhoneField
      label={t`Phone number`}
      error={say(fieldState.error?.message)}
      defaultCountry={country.toUpperCase()}
      countries={served && served.length > 0 ? (isOfMember ? withOthers(served) : served) : undefined}
      disabled={disabled}
      {...field}
      ref={ref}
    />
  )
}

function withOthers(served: readonly DialCountry[]): DialCountry[] {
  return [...served, ...dialCountries.filter((it) => served.every(({ code }) => code !== it.code))]
}
