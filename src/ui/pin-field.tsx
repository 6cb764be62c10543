import { OTPField } from '@base-ui/react/otp-field'
import { useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { digitsOf } from '../lib/digits.ts'
import { Field, type FieldTexts } from './field.tsx'

export interface PinFieldProps extends FieldTexts {
  value: string
  onChange: (pin: string) => void
  /** Called when the last digit is typed. */
  onComplete?: (pin: string) => void
  length?: number
  /** A code from a text message may be visible and filled in by the phone; a transaction password may not. */
  kind?: 'secret' | 'code'
  /** True while the digits are being checked. */
  readOnly?: boolean
  /** The first cell, for a caller that moves the focus there. */
  firstCell?: Ref<HTMLInputElement>
}

const cellClass =
  'figures h-14 w-full min-w-0 rounded-md border border-edge bg-surface text-center text-title font-strong text-ink focus:border-accent-ink focus:outline-2 focus:-outline-offset-1 focus:outline-accent-ink aria-invalid:border-danger'

/** One cell per digit, as for the transaction password (specification 5: six digits). */
export function PinField({
  value,
  onChange,
  onComplete,
  length = 6,
  kind = 'secret',
  readOnly = false,
  firstCell,
  ...texts
}: PinFieldProps) {
  const { t } = useLingui()
  return (
    <Field {...texts}>
      {(links) => (
        <OTPField.Root
          id={links.id}
          aria-describedby={links['aria-describedby']}
          length={length}
          value={value}
          readOnly={readOnly}
          // What the library calls numeric would drop the digits of another script.
          validationType="none"
          normalizeValue={digitsOf}
          inputMode="numeric"
          mask={kind === 'secret'}
          autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
          onValueChange={(pin) => onChange(pin)}
          onValueComplete={(pin) => onComplete?.(pin)}
          className="flex w-full gap-2"
          dir="ltr"
        >
          {Array.from({ length }, (_, index) => {
            const place = index + 1
            return (
              <OTPField.Input
                key={index}
                ref={index === 0 ? firstCell : undefined}
                className={cellClass}
                aria-invalid={links['aria-invalid']}
                aria-label={index === 0 ? undefined : t`Digit ${place} of ${length}`}
              />
            )
          })}
        </OTPField.Root>
      )}
    </Field>
  )
}
