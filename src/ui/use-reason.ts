import { useLingui } from '@lingui/react/macro'

/**
 * Why a call had no answer, in the reader's words. The server's own sentence where it refused (it speaks the reader's
 * language already); ours for everything that happened on the way.
 */
export function useReason(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    const { kind, message } = failureOf(error)
    switch (kind) {
      case 'refused':
        return message || t`The server said no, without a reason.`
      case 'network':
        return t`The network could not be reached. Check the connection and try again.`
      case 'notOurs':
        return t`Something else answered in our place, perhaps the log-in page of this Wi-Fi. Open a browser page to get through it, then try again.`
      case 'timeout':
        return t`No answer came within a minute. Try again.`
      case 'unreadable':
        return t`The answer could not be read. Updating the app may help.`
      default:
        return t`Something went wrong in the app. Try again.`
    }
  }
}

function failureOf(error: unknown): { kind: string; message: string } {
  const isCall = error instanceof Error && 'kind' in error && typeof error.kind === 'string'
  return isCall ? { kind: String(error.kind), message: error.message } : { kind: '', message: '' }
}
