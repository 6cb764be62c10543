import { Plural, useLingui } from '@lingui/react/macro'
import { noticeRead } from '#protocol/messages.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { stepRows } from '../../ui/two-panes.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import type { MessageGroup } from './message-groups.ts'

interface GroupRowProps {
  group: MessageGroup
  /** The ids of its messages that are unread. */
  unread: readonly string[]
  isOpen: boolean
  onToggle: () => void
}

/** The most that one command marks. */
const mostAtOnce = 100

/** The settlements of one day in one row. Opening it shows all of them, and so marks them as read. */
export function GroupRow({ group: { messages }, unread, isOpen, onToggle }: GroupRowProps) {
  const { t } = useLingui()
  const { run } = useCommand(noticeRead)
  const tell = useTellOutcome()
  const toggle = () => {
    if (!isOpen && unread.length > 0)
      void run({ ids: unread.slice(0, mostAtOnce) }).then((outcome) => tell(outcome, null))
    onToggle()
  }
  const count = messages.length
  const isRead = unread.length === 0
  return (
    <button type="button" aria-expanded={isOpen} onClick={toggle} onKeyDown={stepRows} className={rowLinkClass}>
      <span className="flex min-h-17 items-center gap-3 px-4 py-3 text-start">
        <span
          role={isRead ? undefined : 'img'}
          aria-label={isRead ? undefined : t`Unread`}
          className={classNames('size-2.5 shrink-0 rounded-full', !isRead && 'bg-accent')}
        />
        <span className="min-w-0 flex-1">
          <span className={classNames('block wrap-anywhere', !isRead && 'font-strong')}>{messages[0]?.title}</span>
          <span className="block text-small text-ink-soft">
            <Plural value={count} one="# settlement" other="# settlements" />
          </span>
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="small" className="-me-1 text-ink-soft" />
      </span>
    </button>
  )
}
