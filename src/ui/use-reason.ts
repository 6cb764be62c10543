import { useLingui } from '@lingui/react/macro'
import { isFailedImport } from '../lib/failed-import.ts'

/**
 * Why a call failed, in the reader's words. A rejection shows the server's own sentence, which is in the reader's
 * language already; failures on the way there have the app's own words. A failed HTTP status is shown with its number
 * (specification 8).
 */
export function useReason(): (error: unknown) => string {
  const { t } = useLingui()
  const sentence = ({ kind, message, http }: Failed): string => {
    switch (kind) {
      case 'rejected':
        return message || t`The server refused without giving a reason.`
      case 'network':
        return hasNetwork()
          ? t`We can't reach the server right now. Try again in a moment.`
          : t`We can't reach the network. Check your connection and try again.`
      case 'notOurs':
        return http >= 500
          ? t`We can't reach the server right now. Try again in a moment.`
          : t`Something else answered instead of us, perhaps this Wi-Fi's login page. Open any web page to get past it, then try again.`
      case 'timeout':
        return t`The server didn't answer within a minute. Try again.`
      case 'unreadable':
        return t`We couldn't read the server's answer. Updating the app may help.`
      default:
        return t`Something went wrong in the app. Try again.`
    }
  }
  return (error) => {
    const failed = failureOf(error)
    return [sentence(failed), statusText(failed.http)].filter(Boolean).join(' ')
  }
}

/** What the browser says: where it knows of a network, the member's connection is not to be blamed. */
export function hasNetwork(): boolean {
  return navigator.onLine
}

/** Whether somebody answered: our server with a rejection, or anybody with a failed HTTP status. */
export function hasAnswer(error: unknown): boolean {
  const { kind, http } = failureOf(error)
  return kind === 'rejected' || http >= 300
}

/** `(HTTP 503)`. Empty for a success status or none at all. Browsers hide the status of a redirect. */
export function statusText(http: number): string {
  if (http < 300) return ''
  return http < 400 ? '(HTTP 3xx)' : `(HTTP ${http})`
}

interface Failed {
  kind: string
  message: string
  http: number
}

function failureOf(error: unknown): Failed {
  const isCall = error instanceof Error && 'kind' in error && typeof error.kind === 'string'
  // The connection failed for a file of the program, not for a call.
  if (!isCall) return { kind: isFailedImport(error) ? 'network' : '', message: '', http: 0 }
  const http = 'http' in error && typeof error.http === 'number' ? error.http : 0
  return { kind: String(error.kind), message: error.message, http }
}
