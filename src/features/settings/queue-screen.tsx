import { Plural, Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Command } from '../../outbox/command.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList } from '../../ui/infinite-list.tsx'
import { List } from '../../ui/list-row.tsx'
import { Screen } from '../../ui/screen.tsx'
import { checkConfirmed, useCommands } from './commands.ts'
import { LaneName } from './lane-name.tsx'
import { LostNotice } from './lost-notice.tsx'
import { queueOf } from './queue-order.ts'
import { QueueRow } from './queue-row.tsx'
import { ReachLine } from './reach-line.tsx'
import { useRetry } from './use-retry.ts'

export const Route = createFileRoute('/pages/my/queue')({ component: QueueScreen })

/** The commands that the server has not confirmed, the reasons, and the actions on them. */
function QueueScreen() {
  const all = useCommands()
  const retry = useRetry()
  const { lanes, settled } = queueOf(all)
  useEffect(() => void checkConfirmed(), [])
  const waiting = all.filter((it) => it.state === 'queued' && it.delivery === 'background').length
  return (
    <Screen
      bottom={
        waiting > 0 && (
          <Button wide icon="refresh" onClick={() => retry()}>
            <Plural value={waiting} one="Send it now" other="Send all # now" />
          </Button>
        )
      }
    >
      <LostNotice />
      <ReachLine />
      {lanes.length === 0 && settled.length === 0 && (
        <EmptyState
          art="queue-empty"
          title={<Trans>Nothing waiting</Trans>}
          action={
            <Link to="/pages/index/my" className={buttonClass({ look: 'quiet' })}>
              <Trans>Back to My</Trans>
            </Link>
          }
        >
          <Trans>
            Everything you did has reached the server. When you're offline, check-ins, claims and other actions are
            saved here and sent later.
          </Trans>
        </EmptyState>
      )}
      <div className="flex flex-col gap-6" aria-live="polite">
        {lanes.map(([lane, commands]) => (
          <Section key={lane} title={<LaneName lane={lane} />}>
            <Rows commands={commands} />
          </Section>
        ))}
        {settled.length > 0 && (
          <Section title={<Trans>Done in the last 24 hours</Trans>}>
            <Rows commands={settled} />
          </Section>
        )}
      </div>
    </Screen>
  )
}

/**
 * The most rows that are drawn: after a long time offline, drawing a thousand at each change would slow the sending.
 */
const mostDrawn = 30

function Rows({ commands }: { commands: readonly Command[] }) {
  if (commands.length > mostDrawn)
    return (
      <InfiniteList items={commands} keyOf={(it) => it.id} hasMore={false} isLoadingMore={false} onMore={() => {}}>
        {(it) => <QueueRow command={it} />}
      </InfiniteList>
    )
  return (
    <List>
      {commands.map((it) => (
        <li key={it.id}>
          <QueueRow command={it} />
        </li>
      ))}
    </List>
  )
}
