import { useLingui } from '@lingui/react/macro'
import { useState, type Ref } from 'react'
import { parseAmount } from '../lib/amount.ts'
import { formatMoney } from '../lib/money.ts'
import { isUnreadable, shownAmount } from './shown-amount.ts'
import { TextField } from './text-field.tsx'
import type { FieldTexts } from './field.tsx'

export interface AmountFieldProps extends FieldTexts {
  currency: string
  /** Minor units; undefined while the field is empty or unreadable. */
  value: number | undefined
  onChange: (minor: number | undefined) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A field for an amount in the reader's own number format; its value is in whole minor units. */
export function AmountField({ currency, value, onChange, onBlur, error, ...rest }: AmountFieldProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [wasLeft, setLeft] = useState(false)
  const shown = shownAmount(value, typed, currency, i18n.locale)
  const example = formatMoney(123_450, currency, i18n.locale, { bare: true })
  const symbol = formatMoney(0, currency, i18n.locale).replace(/[\p{Nd}.,٫٬\s\u200e\u200f\u061c\u2066\u2069]/gu, '')
  return (
    <TextField
      {...rest}
      error={
        isUnreadable(value, shown) && (wasLeft || error)
          ? t`This can't be read as an amount. Type it like ${example}`
          : error
      }
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value)
        setLeft(false)
        onChange(parseAmount(event.target.value, currency, i18n.locale))
      }}
      onBlur={() => {
        afterPress(() => setLeft(true))
        onBlur?.()
      }}
      before={
        <span aria-hidden className="ps-4 text-title text-ink-soft">
          <bdi>{symbol}</bdi>
        </span>
      }
    />
  )
}

/** Milliseconds after which the focus has moved without a press, or the press is a long one. */
const pressMs = 300

/** Runs `run` once the press that took the focus is over: it would miss its button if a sentence moved that. */
function afterPress(run: () => void): void {
  const end = () => {
    clearTimeout(waiting)
    removeEventListener('pointerup', end, true)
    // The click comes with the end of the press.
    setTimeout(run)
  }
  const waiting = setTimeout(end, pressMs)
  addEventListener('pointerup', end, true)
}
