import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Command } from '../../outbox/command.ts'

/**
 * What happens once the server answers: saved commands are sent; for commands without an answer, only the outcome is
 * asked.
 */
export function OfflineWords({ commands }: { commands: readonly Command[] }): ReactNode {
  const isSaved = commands.some((it) => it.delivery === 'background' && isUnderWay(it))
  // A foreground command is sent once, while the member waits, and is never repeated unasked.
  const isUnknown = commands.some((it) => it.state === 'unknown' || (it.delivery === 'foreground' && isUnderWay(it)))
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

function isUnderWay({ state }: Command): boolean {
  return state === 'queued' || state === 'inflight'
}
