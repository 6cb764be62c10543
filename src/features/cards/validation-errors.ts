import { useLingui } from '@lingui/react/macro'
import { validationSentence } from '../../lib/validation-sentence.ts'

export type ValidationError =
  | 'bankMissing'
  | 'numberMissing'
  | 'numberShort'
  | 'numberLong'
  | 'numberWrong'
  | 'expiryMissing'
  | 'expiryWrong'
  | 'expiryPast'
  | 'cvvMissing'
  | 'cvvWrong'
  | 'cvvOfThree'
  | 'cvvOfFour'
  | 'holderMissing'
  | 'holderLong'
  | 'phoneMissing'
  | 'phoneWrong'
  | 'notAgreed'

/**
 * The text of a validation error: what is wrong with the field and what to do. A sentence of the server passes
 * unchanged.
 */
export function useValidationErrors(): (message: string | undefined) => string | undefined {
  const { t } = useLingui()
  const words: Record<ValidationError, string> = {
    bankMissing: t`Choose the bank of the card`,
    numberMissing: t`Enter the card number`,
    numberShort: t`The number is too short`,
    numberLong: t`The number is too long`,
    numberWrong: t`A digit is wrong. Check the number on your card`,
    expiryMissing: t`Enter the expiry date on the card`,
    expiryWrong: t`Enter the month and year on the card, MM/YY`,
    expiryPast: t`This card has expired`,
    cvvMissing: t`Enter the CVV`,
    cvvWrong: t`The CVV has 3 or 4 digits`,
    cvvOfThree: t`The CVV of this card has 3 digits, on its back`,
    cvvOfFour: t`The CVV of this card has 4 digits, on its front`,
    holderMissing: t`Enter the name on the card`,
    holderLong: t`Use at most 80 characters`,
    phoneMissing: t`Enter the phone number your bank has`,
    phoneWrong: t`Enter a valid phone number`,
    notAgreed: t`Please agree to the privacy agreement before adding a card`,
  }
  return (message) => validationSentence(words, message)
}
