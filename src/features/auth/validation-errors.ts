import { useLingui } from '@lingui/react/macro'
import { validationSentence } from '../../lib/validation-sentence.ts'

export type ValidationError =
  | 'phoneMissing'
  | 'phoneWrong'
  | 'passwordMissing'
  | 'passwordShort'
  | 'confirmMissing'
  | 'confirmDiffers'
  | 'digitsMissing'
  | 'digitsWrong'
  | 'digitsAgainMissing'
  | 'digitsDiffer'
  | 'oldDigitsMissing'
  | 'codeMissing'
  | 'codeWrong'
  | 'inviteCodeMissing'
  | 'inviteCodeWrong'
  | 'notAgreed'
  | 'notAgreedToRegister'

/**
 * The words of a field's validation error: what is wrong and what to do. A sentence from the server is shown as it is.
 */
export function useValidationErrors(): (message: string | undefined) => string | undefined {
  const { t } = useLingui()
  const words: Record<ValidationError, string> = {
    phoneMissing: t`Enter your phone number`,
    phoneWrong: t`Enter a valid phone number`,
    passwordMissing: t`Enter your password`,
    passwordShort: t`Use at least 10 characters`,
    confirmMissing: t`Enter the password once more`,
    confirmDiffers: t`The two passwords don't match`,
    digitsMissing: t`Enter 6 digits`,
    digitsWrong: t`The transaction password has 6 digits`,
    digitsAgainMissing: t`Enter the 6 digits once more`,
    digitsDiffer: t`The two entries don't match`,
    oldDigitsMissing: t`Enter your old transaction password`,
    codeMissing: t`Enter the code from the text message`,
    codeWrong: t`The code has 6 digits`,
    inviteCodeMissing: t`Enter an invite code`,
    inviteCodeWrong: t`An invite code has 4 to 16 letters and digits`,
    notAgreed: t`Please agree to the terms before logging in`,
    notAgreedToRegister: t`Please agree to the terms before registering`,
  }
  return (message) => validationSentence(words, message)
}
