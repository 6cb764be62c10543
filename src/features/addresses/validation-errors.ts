import { useLingui } from '@lingui/react/macro'
import { validationSentence } from '../../lib/validation-sentence.ts'

export type ValidationError =
  | 'recipientMissing'
  | 'recipientLong'
  | 'phoneMissing'
  | 'phoneWrong'
  | 'regionMissing'
  | 'detailMissing'
  | 'detailLong'
  | 'postcodeLong'

/** The text of a validation error: what is wrong with the field and what to do. */
export function useValidationErrors(): (message: string | undefined) => string | undefined {
  const { t } = useLingui()
  const words: Record<ValidationError, string> = {
    recipientMissing: t`Enter the recipient's name`,
    recipientLong: t`Use at most 80 characters`,
    phoneMissing: t`Enter a phone number for the courier`,
    phoneWrong: t`Enter a valid phone number`,
    regionMissing: t`Choose a city`,
    detailMissing: t`Enter the street, house number and anything else that helps find the door`,
    detailLong: t`Use at most 200 characters`,
    postcodeLong: t`Use at most 16 characters`,
  }
  return (message) => validationSentence(words, message)
}
