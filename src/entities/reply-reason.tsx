import type { ReactNode } from 'react'
import { statusText } from '../ui/use-reason.ts'

interface ReplyReasonProps {
  /** What the server replied to a saved command. */
  reply: { message: string; http?: number | undefined } | undefined
  /** The app's own words where the server gave none. */
  children?: ReactNode
}

/** Why the server rejected a command: its sentence, and behind it the number of a failed HTTP status. */
export function ReplyReason({ reply, children }: ReplyReasonProps) {
  const status = statusText(reply?.http ?? 0)
  return (
    <>
      {reply?.message || children}
      {status && ` ${status}`}
    </>
  )
}
