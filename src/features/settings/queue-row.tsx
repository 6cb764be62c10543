import { useLingui } from '@lingui/react/macro'
import { millisOf } from '../../lib/clock.ts'
import { dateTimeText } from '../../lib/dates.ts'
import type { Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { useCommandName } from './command-names.ts'
import { ConflictVersions } from './conflict-versions.tsx'
import { QueueActions } from './queue-actions.tsx'
import { QueueReason } from './queue-reason.tsx'

/** One command: what was done, when, its state, the reason, and the actions. */
export function QueueRow({ command }: { command: Command }) {
  const { i18n } = useLingui()
  const name = useCommandName()
  const { madeAt } = command
  return (
    <div className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-strong">{name(command)}</span>
        <PendingBadge state={shownState(command)} />
      </div>
      <div className="figures text-small text-ink-soft text-pretty">
        {madeAt !== '' && <time dateTime={madeAt}>{dateTimeText(millisOf(madeAt), i18n.locale)}</time>}
        <QueueReason command={command} />
      </div>
      {command.state === 'conflict' && <ConflictVersions command={command} />}
      <QueueActions command={command} />
    </div>
  )
}
