import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, type ChangeEvent, type Ref } from 'react'
import { caretIn, groupedNumber, readTyped } from '../../lib/card-number.ts'
import { TextField } from '../../ui/text-field.tsx'

interface CardNumberFieldProps {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  onBlur: () => void
  error: string | undefined
  /** The card scheme that the digits so far belong to: `Visa`. */
  scheme: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * The card number, in the groups that are printed on cards, whether it is typed, pasted or filled in by the browser.
 */
export function CardNumberField({ value, onChange, onBlur, error, scheme, ref }: CardNumberFieldProps) {
  const { t } = useLingui()
  const caret = useRef<{ input: HTMLInputElement; at: number }>(undefined)
  const shown = groupedNumber(value)
  // Where React writes another value than the typed one, the browser moves the caret to the end of the field.
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input, at } = caret.current
    caret.current = undefined
    if (document.activeElement === input) input.setSelectionRange(at, at)
  })
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isForward = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const typed = readTyped({
      text: target.value,
      caret: target.selectionStart ?? target.value.length,
      before: value,
      isForward,
    })
    caret.current = { input: target, at: caretIn(groupedNumber(typed.digits), typed.caret) }
    onChange(typed.digits)
  }
  return (
    <TextField
      ref={ref}
      name="cardnumber"
      label={t`Card number`}
      error={error}
      value={shown}
      onChange={change}
      onBlur={onBlur}
      dir="ltr"
      inputMode="numeric"
      autoComplete="cc-number"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      placeholder="0000 0000 0000 0000"
      after={
        <span role="status" className="shrink-0 pe-4 text-small font-strong text-accent-ink empty:pe-0">
          {scheme}
        </span>
      }
    />
  )
}
