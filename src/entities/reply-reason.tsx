import { Trans } from '@lingui/react/macro'
import { use, type ReactNode } from 'react'
import { LocaleContext } from '../ui/locale-context.ts'
import { statusText } from '../ui/use-reason.ts'

interface ReplyReasonProps {
  /** What the server replied to a saved command. */
  reply: { message: string; language?: string | undefined; http?: number | undefined } | undefined
  /** The app's own words where the server gave none. */
  children?: ReactNode
}

/** Why the server rejected a command: its sentence, and behind it the number of a failed HTTP status. */
export function ReplyReason({ reply, children }: ReplyReasonProps) {
  const { language } = use(LocaleContext)
  const status = statusText(reply?.http ?? 0)
  const isForeign = reply?.message && reply.language !== undefined && reply.language !== language
  return (
    <>
      {isForeign ? (
        // The language was changed since: the sentence can't be had anew, and only it says why.
        <>
          <Trans>The server didn't accept it.</Trans> <bdi lang={reply.language}>{reply.message}</bdi>
        </>
      ) : (
        reply?.message || children
      )}
      {status && ` ${status}`}
    </>
  )
}
