import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Command } from '../../outbox/command.ts'
import { isUnanswered } from './waiting-counts.ts'

/**
 * What happens once the server answers: saved commands are sent; for commands without an answer, only the outcome is
 * asked.
 */
export function OfflineWords({ commands }: { commands: readonly Command[] }): ReactNode {
  const isSaved = commands.some(
    (it) => it.delivery === 'background' && (it.state === 'queued' || it.state === 'inflight'),
  )
  const isUnknown = commands.some(isUnanswered)
  if (isSaved && isUnknown)
    return (
      <Trans>
        You're offline. As soon as the server answers, we send what's saved here and ask what happened to anything sent
        without an answer.
      </Trans>
    )
  if (isSaved)
    return <Trans>You're offline. What's saved here is sent automatically as soon as the server answers.</Trans>
  if (isUnknown)
    return (
      <Trans>
        You're offline. As soon as the server answers, we ask what happened to anything sent without an answer. Nothing
        is sent again.
      </Trans>
    )
  return <Trans>Offline now</Trans>
}
