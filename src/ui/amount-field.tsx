import { useLingui } from '@lingui/react'
import { useState, type ReactNode, type Ref } from 'react'
import { parseAmount } from '../lib/amount.ts'
import { formatMoney } from '../lib/money.ts'
import { shownAmount } from './shown-amount.ts'
import { TextField } from './text-field.tsx'
import type { FieldTexts } from './field.tsx'

export interface AmountFieldProps extends FieldTexts {
  currency: string
  /** Minor units; undefined while the field is empty or unreadable. */
  value: number | undefined
  onChange: (minor: number | undefined) => void
  onBlur?: () => void
  /** For example a button that enters the whole balance. */
  after?: ReactNode
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A field for an amount in the reader's own number format; its value is in whole minor units. */
export function AmountField({ currency, value, onChange, ...rest }: AmountFieldProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const symbol = formatMoney(0, currency, i18n.locale).replace(/[\p{Nd}.,٫٬\s\u200e\u200f\u061c\u2066\u2069]/gu, '')
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      value={shownAmount(value, typed, currency, i18n.locale)}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(parseAmount(event.target.value, currency, i18n.locale))
      }}
      before={
        <span aria-hidden className="ps-4 text-title text-ink-soft">
          <bdi>{symbol}</bdi>
        </span>
      }
    />
  )
}
