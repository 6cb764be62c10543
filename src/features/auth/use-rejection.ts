import { useLingui } from '@lingui/react/macro'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { codeOf, type ErrorCode } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { InsecurePage } from './proof-of-work.ts'

/** Maps error codes to fields; other rejections are shown above the button. */
export type Belongs<F extends FieldValues> = Partial<Record<ErrorCode, FieldPath<F>>>

/** Shows a rejection at the field that it is about. */
export function useRejection<F extends FieldValues>(
  setError: UseFormSetError<F>,
  belongs: Belongs<F>,
): (error: unknown) => void {
  const { t } = useLingui()
  const reason = useRejectionReason()
  return (error) => {
    const isCall = error instanceof ApiError
    // The button was pressed twice: the first request is still running and will bring the answer.
    if (isCall && error.kind === 'aborted') return
    const code = isCall && error.kind === 'rejected' ? codeOf(error.errno) : undefined
    setError(
      (code && belongs[code]) ?? 'root',
      {
        message:
          error instanceof InsecurePage
            ? t`This page was opened over plain http, where the browser can't do the security check. Open it over https.`
            : reason(error),
      },
      { shouldFocus: true },
    )
  }
}
