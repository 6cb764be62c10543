import { useLingui } from '@lingui/react/macro'
import { ownReasonOf } from '../lib/own-reasons.ts'
import { useReason } from '../ui/use-reason.ts'

/** The reason why a command was rejected, in the reader's words. */
export function useRejectionReason(): (error: unknown) => string {
  const { t } = useLingui()
  const reason = useReason()
  return (error) => {
    switch (ownReasonOf(error)) {
      case 'notArrived':
        return t`It did not reach the server.`
      case 'underWay':
        return t`The same is being done in another tab just now. This one was not sent.`
      case 'dependencyFailed':
        return t`What it depended on was not carried out.`
      default:
        return reason(error)
    }
  }
}
