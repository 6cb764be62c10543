import { useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps, type Ref } from 'react'
import { controlClass, Field, inputClass, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'
import { dialCountries, hasOwnCode, joinPhone, splitPhone, type DialCountry } from './phone-number.ts'

export interface PhoneFieldProps extends FieldTexts {
  id?: string
  name?: string
  /** E.164, or empty. */
  value: string
  onChange: (e164: string) => void
  onBlur?: () => void
  /** The ISO 3166 code that is selected while the field is empty. */
  defaultCountry: string
  countries?: readonly DialCountry[] | undefined
  disabled?: boolean
  /** What the key of a phone's keyboard says and does; `next` unless the form ends here. */
  enterKeyHint?: ComponentProps<'input'>['enterKeyHint']
  ref?: Ref<HTMLInputElement>
}

/** A field for country code and number; its value is E.164: `+6281200000001`. */
export function PhoneField({
  value,
  onChange,
  onBlur,
  defaultCountry,
  countries = dialCountries,
  disabled,
  name = 'phone',
  enterKeyHint = 'next',
  ref,
  ...texts
}: PhoneFieldProps) {
  const { t, i18n } = useLingui()
  const given = splitPhone(value, countries)
  // Undefined while nothing is typed or picked: then the default may still change.
  const [picked, setPicked] = useState(given.country?.code)
  const chosen = picked ?? defaultCountry
  const [typed, setTyped] = useState(given.national)
  const country = countries.find((it) => it.code === chosen) ??
    // Picked before the server's list came, which hasn't got it: the number typed keeps its calling code.
    dialCountries.find((it) => it.code === picked) ??
    countries[0] ?? { code: 'ID', dial: '62' }
  // The number of a country that isn't in the list: no other calling code may stand before it.
  const isWhole = hasOwnCode(typed)
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' })
  const change = (text: string, code: string) => {
    const own = hasOwnCode(text) ? splitPhone(joinPhone(text, country), countries) : undefined
    const next = own?.country ?? countries.find((it) => it.code === code) ?? country
    setTyped(own?.country ? own.national : text)
    setPicked(next.code)
    onChange(joinPhone(own?.country ? own.national : text, next))
  }
  return (
    <Field {...texts}>
      {(links) => (
        <div className={`${controlClass(Boolean(texts.error))} flex-wrap`} dir="ltr">
          {!isWhole && (
            <>
              <div className="relative flex min-h-12 shrink-0 items-center gap-1 rounded-s-md ps-4 pe-2 has-focus-visible:bg-accent-soft">
                <span aria-hidden className="figures">
                  +{country.dial}
                </span>
                <Icon name="chevron-down" size="tiny" className="text-ink-soft" />
                <select
                  aria-label={t`Country code`}
                  disabled={disabled}
                  value={country.code}
                  onChange={(event) => change(typed, event.target.value)}
                  className="absolute inset-0 cursor-pointer opacity-0"
                >
                  {(countries.includes(country) ? countries : [country, ...countries]).map((it) => (
                    <option key={it.code} value={it.code}>{`${names.of(it.code)} +${it.dial}`}</option>
                  ))}
                </select>
              </div>
              <span aria-hidden className="h-6 w-px bg-line" />
            </>
          )}
          <input
            {...links}
            ref={ref}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint={enterKeyHint}
            disabled={disabled}
            value={typed}
            onChange={(event) => change(event.target.value, country.code)}
            onBlur={onBlur}
            className={`${inputClass} figures basis-[8rem] ps-3`}
          />
        </div>
      )}
    </Field>
  )
}
