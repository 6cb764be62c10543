import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { DigitsField } from '../../ui/text-field.tsx'

interface CvvFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'children' | 'maxLength'> {
  /** The length of the CVV for this card type; undefined while the type is unknown. */
  digits: 3 | 4 | undefined
  error: string | undefined
}

/**
 * The server checks the CVV once. Neither this device nor the server ever stores it. The field hides the digits,
 * because somebody may look over the member's shoulder.
 */
export function CvvField({ digits, ...rest }: CvvFieldProps) {
  const { t } = useLingui()
  return (
    <DigitsField
      {...rest}
      type="password"
      label="CVV"
      hint={digits === 4 ? t`4 digits, on the front` : digits === 3 ? t`3 digits, on the back` : t`3 or 4 digits`}
      dir="ltr"
      autoComplete="cc-csc"
      mostDigits={4}
    />
  )
}
