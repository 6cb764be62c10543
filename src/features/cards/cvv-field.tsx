import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'

interface CvvFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'children'> {
  /** How many this kind of card has; undefined while the kind is unknown. */
  digits: 3 | 4 | undefined
  error: string | undefined
}

/**
 * Checked once by the server and never stored, here or there. Hidden while it is typed, for somebody may look over a
 * shoulder.
 */
export function CvvField({ digits, ...rest }: CvvFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      {...rest}
      type="password"
      label="CVV"
      hint={digits === 4 ? t`4 digits, on the front` : digits === 3 ? t`3 digits, on the back` : t`3 or 4 digits`}
      dir="ltr"
      inputMode="numeric"
      autoComplete="cc-csc"
      maxLength={4}
    />
  )
}
