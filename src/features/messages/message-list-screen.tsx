import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeReadAll, type Message } from '#protocol/messages.ts'
import { daysOf } from '../../lib/days-of.ts'
import { ownFinder } from '../../entities/own-finder.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { messageHistory } from '../../cache/persistent/long-lists.ts'
import { useLongList } from '../../cache/persistent/use-long-list.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DayHead } from '../../ui/day-head.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList } from '../../ui/infinite-list.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { TwoPanes } from '../../ui/two-panes.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useToday } from '../../ui/use-today.ts'
import { useWide } from '../../ui/use-wide.ts'
import { useReadMarks } from '../../outbox/read-marks.ts'
import { useUnreadMessages } from '../../outbox/unread-messages.ts'
import { CategoryFilter, type Category } from './category-filter.tsx'
import { GroupRow } from './group-row.tsx'
import { linesOf } from './message-groups.ts'
import { MessagePanel } from './message-panel.tsx'
import { MessageRow } from './message-row.tsx'
import { messageListSearch } from './search.ts'

export const Route = createFileRoute('/subPages/message/list')({
  validateSearch: messageListSearch,
  component: MessageListScreen,
})

const route = getRouteApi('/subPages/message/list')

const useFind = ownFinder<Message>((it) => [it.title, it.line])

function MessageListScreen() {
  const { query, items, more } = useLongList(messageHistory)
  const { unreadOf } = useReadMarks()
  const { t } = useLingui()
  const find = useFind()
  const [wanted, setWanted] = useState('')
  const [category, setCategory] = useState<Category>('all')
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const zone = useMemberZone()
  const today = useToday(zone)
  const found = find(items, wanted).filter((it) => category === 'all' || it.category === category)
  // A search shows what it found, wherever it lies.
  const isOpen = (key: string) => opened.get(key) ?? wanted !== ''
  const lines = linesOf(found, daysOf(found, zone), isOpen)
  const counted = query.data?.state.top['unread']
  const [unread, at] = [typeof counted === 'number' ? counted : 0, query.data?.state.at ?? 0]
  const unreadIds = useUnreadMessages({ unread, at, loaded: items })
  const isWide = useWide()
  const { selected } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = isWide ? (items.find((it) => it.id === selected) ?? found[0]) : undefined
  const paneOf = ({ id }: Message) => ({
    isChosen: id === chosen?.id,
    onChoose: () => void navigate({ search: { selected: id }, replace: true, resetScroll: false }),
  })
  return (
    <Screen width="panes">
      <PullToRefresh onRefresh={() => query.refetch()}>
        <TwoPanes detail={chosen && <MessagePanel key={chosen.id} message={chosen} />}>
          <QueryStates query={query} isEmpty={() => items.length === 0} empty={<NoMessages />}>
            {() => (
              <>
                <ListSearch label={t`Search messages`} of={items.length} value={wanted} onChange={setWanted} />
                <UnreadLine items={items} unread={unreadOf(unread, at, items)} />
                <CategoryFilter items={items} value={category} onChange={setCategory} />
                <InfiniteList
                  items={lines}
                  keyOf={(it) => (it.kind === 'group' ? it.group.key : it.message.id)}
                  {...more}
                >
                  {(it, index) => (
                    <>
                      {it.day !== lines[index - 1]?.day && <DayHead day={it.day} today={today} />}
                      {it.kind === 'group' ? (
                        <GroupRow
                          group={it.group}
                          unread={it.group.messages.map(({ id }) => id).filter((id) => unreadIds.has(id))}
                          isOpen={isOpen(it.group.key)}
                          onToggle={() => setOpened(new Map(opened).set(it.group.key, !isOpen(it.group.key)))}
                        />
                      ) : (
                        <div className={it.isInGroup ? 'border-s-4 border-accent-soft' : undefined}>
                          <MessageRow
                            message={it.message}
                            isRead={!unreadIds.has(it.message.id)}
                            pane={isWide ? paneOf(it.message) : undefined}
                          />
                        </div>
                      )}
                    </>
                  )}
                </InfiniteList>
                {found.length === 0 && !more.hasMore && <NothingFound wanted={wanted} />}
              </>
            )}
          </QueryStates>
        </TwoPanes>
      </PullToRefresh>
    </Screen>
  )
}

function UnreadLine({ items, unread }: { items: readonly Message[]; unread: number }) {
  const { isBusy, run } = useCommand(noticeReadAll)
  const tell = useTellOutcome()
  const newest = items[0]?.at
  return (
    <div className="-mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <p role="status" className="text-small text-ink-soft">
        {unread === 0 ? (
          <Trans>All read</Trans>
        ) : (
          <Plural value={unread} one="# unread message" other="# unread messages" />
        )}
      </p>
      {unread > 0 && newest !== undefined && (
        <Button
          look="plain"
          size="small"
          icon="check"
          busy={isBusy}
          onClick={() => void run({ before: newest }).then((outcome) => tell(outcome, null))}
        >
          <Trans>Mark all read</Trans>
        </Button>
      )}
    </div>
  )
}

function NoMessages() {
  return (
    <EmptyState
      art="no-messages"
      title={<Trans>No messages yet</Trans>}
      action={
        <Link to="/pages/index/my" className={buttonClass({ look: 'quiet' })}>
          <Trans>Back to My</Trans>
        </Link>
      }
    >
      <Trans>We tell you here when income is settled or something changes with your machines.</Trans>
    </EmptyState>
  )
}
