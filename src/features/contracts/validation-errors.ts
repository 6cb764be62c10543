import { useLingui } from '@lingui/react/macro'
import { validationSentence } from '../../lib/validation-sentence.ts'

export type ValidationError =
  | 'nameMissing'
  | 'long'
  | 'idMissing'
  | 'idWrong'
  | 'phoneMissing'
  | 'phoneWrong'
  | 'educationMissing'
  | 'bankMissing'
  | 'cardMissing'
  | 'cardWrong'
  | 'accountMissing'
  | 'signatureMissing'
  | 'agreementMissing'

/** The text of a validation error: what is wrong with the field and what to do. */
export function useValidationErrors(): (message: string | undefined) => string | undefined {
  const { t } = useLingui()
  const words: Record<ValidationError, string> = {
    nameMissing: t`Enter your name as shown on your ID`,
    long: t`Use at most 80 characters`,
    idMissing: t`Enter your ID number`,
    idWrong: t`Enter a valid ID number: 5 to 40 letters and digits`,
    phoneMissing: t`Enter your phone number`,
    phoneWrong: t`Enter a valid phone number`,
    educationMissing: t`Choose your education`,
    bankMissing: t`Enter the name of your bank`,
    cardMissing: t`Enter the card or account number`,
    cardWrong: t`Enter a valid number: at least 8 digits`,
    accountMissing: t`Enter the account holder's name`,
    signatureMissing: t`Sign by hand, or type your name`,
    agreementMissing: t`Please agree to the terms before signing`,
  }
  return (message) => validationSentence(words, message)
}
