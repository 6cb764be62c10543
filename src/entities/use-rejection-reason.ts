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
        return t`It didn't reach the server.`
      case 'underWay':
        return t`You're already doing this in another tab. This one wasn't sent.`
      case 'dependencyFailed':
        return t`What it depended on wasn't done.`
      default:
        return reason(error)
    }
  }
}
