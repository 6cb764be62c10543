import type { Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { useCommandName } from './command-names.ts'
import { ConflictVersions } from './conflict-versions.tsx'
import { QueueActions } from './queue-actions.tsx'
import { QueueReason } from './queue-reason.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** One command: what was done, when, its state, the reason, and the actions. */
export function QueueRow({ command }: { command: Command }) {
  const when = useWhen()
  const name = useCommandName()
  const { madeAt } = command
  return (
    <div className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-strong">{name(command)}</span>
        <PendingBadge state={shownState(command)} />
      </div>
      <div className="figures text-small text-ink-soft text-pretty">
        {madeAt !== '' && <time dateTime={madeAt}>{when(madeAt)}</time>}
        <QueueReason command={command} />
      </div>
      {command.state === 'conflict' && <ConflictVersions command={command} />}
      <QueueActions command={command} />
    </div>
  )
}
