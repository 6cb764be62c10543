import { useLingui } from '@lingui/react/macro'
import { noticeRead, type Message } from '#protocol/messages.ts'
import { useMessageTime } from '../../entities/use-time-ago.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { ChooseRow } from '../../ui/two-panes.tsx'
import { MaskedText } from '../../entities/masked-text.tsx'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'

interface MessageRowProps {
  message: Message
  isRead: boolean
  /**
   * Given where a wide screen shows the message in a second pane: whether it is the one there, and how to choose it.
   */
  pane?: { isChosen: boolean; onChoose: () => void } | undefined
}

/** One message. Opening it marks it as read, at once and also without a network. */
export function MessageRow({ message, isRead, pane }: MessageRowProps) {
  const { run } = useCommand(noticeRead)
  const tell = useTellOutcome()
  const isOff = useIsPageOff(message.route ?? '')
  const route = isOff ? null : message.route
  const open = () => {
    if (!isRead) void run({ ids: [message.id] }).then((outcome) => tell(outcome, null))
  }
  const inside = <Inside message={message} isRead={isRead} leads={route !== null} />
  const choose = () => {
    open()
    pane?.onChoose()
  }
  if (pane)
    return (
      <ChooseRow isChosen={pane.isChosen} onChoose={choose}>
        {inside}
      </ChooseRow>
    )
  return route === null ? (
    <button type="button" onClick={open} className={rowLinkClass}>
      {inside}
    </button>
  ) : (
    <RouteLink route={route} onClick={open} className={rowLinkClass}>
      {inside}
    </RouteLink>
  )
}

function Inside({
  message: { title, line, at },
  isRead,
  leads,
}: {
  message: Message
  isRead: boolean
  leads: boolean
}) {
  const { t } = useLingui()
  const messageTime = useMessageTime()
  return (
    <span className="flex min-h-17 items-start gap-3 px-4 py-3 text-start">
      <span
        role={isRead ? undefined : 'img'}
        aria-label={isRead ? undefined : t`Unread`}
        className={classNames('mt-2 size-2.5 shrink-0 rounded-full', !isRead && 'bg-accent')}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={classNames('wrap-anywhere', !isRead && 'font-strong')}>{title}</span>
          <time dateTime={at} className="figures text-small text-ink-soft">
            {messageTime(at)}
          </time>
        </span>
        <span className="block text-small text-ink-soft text-pretty">
          <MaskedText text={line} />
        </span>
      </span>
      {leads && <Icon name="chevron-right" size="small" className="-me-1 self-center text-ink-soft" />}
    </span>
  )
}
