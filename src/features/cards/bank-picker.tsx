import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { Bank } from '#protocol/cards.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface BankPickerProps extends Omit<ComponentProps<'select'>, 'className'> {
  banks: readonly Bank[]
  /** The country whose banks come first: `id`. */
  country: string
  error: string | undefined
}

/** The choice of the card's bank, grouped by country, the member's own country first. */
export function BankPicker({ banks, country, error, ...select }: BankPickerProps) {
  const { t, i18n } = useLingui()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' })
  const countries = [...new Set(banks.map((it) => it.country))].toSorted(
    (a, b) => Number(b === country) - Number(a === country),
  )
  return (
    <SelectField {...select} label={t`Bank`} error={error}>
      <option value="" hidden>{t`Choose`}</option>
      {countries.map((code) => (
        <optgroup key={code} label={names.of(code.toUpperCase()) ?? code}>
          {banks
            .filter((it) => it.country === code)
            .map((it) => (
              <option key={it.id} value={it.id}>
                {it.name}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
