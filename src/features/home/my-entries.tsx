import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { checkInState, useCheckIns } from '../../outbox/check-ins.ts'
import { useToday } from '../../ui/use-today.ts'
import { isOpen, needsAttention } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import { useUnread } from '../../outbox/read-marks.ts'
import { DoneToday } from '../../entities/done-today.tsx'
import { useMemberZone } from '../../entities/profile.ts'
import { useIsQuizDone } from '../../entities/quiz.ts'
import { useIsOff } from '../../entities/use-is-off.ts'
import { Chip } from '../../ui/chip.tsx'
import { List } from '../../ui/list-row.tsx'
import { Entry } from './entry.tsx'
import { checkInStreak, newestMessage } from './queries.ts'
import { useDuePrizes } from './use-due-prizes.ts'

/** Links to the member's other pages. */
export function MyEntries() {
  const { t } = useLingui()
  return (
    <List label={t`Yours`}>
      <QueueEntry />
      <CheckInEntry />
      <QuizEntry />
      <MessagesEntry />
      <Entry to="/subPages/statistics/index" icon="chart" title={<Trans>Statistics centre</Trans>} />
      <Entry to="/pages/my/productOrderList" icon="receipt" title={<Trans>Orders</Trans>} />
      <Entry to="/subPages/pointsmall/index" icon="coin" title={<Trans>Points mall</Trans>} />
      <Entry to="/subPages/pointsmall/orderList" icon="gift" title={<Trans>Points orders</Trans>} />
      <Entry to="/pages/my/historyList" icon="wallet" title={<Trans>Bills of my wallets</Trans>} />
      <Entry to="/subPages/card/list" icon="card" title={<Trans>Bank cards</Trans>} />
      <Entry to="/pages/my/invite" icon="share" title={<Trans>Invite someone</Trans>} />
      <Entry to="/pages/index/team" icon="team" title={<Trans>Team</Trans>} />
      <InviteRewardsEntry />
      <Entry to="/subPages/address/address" icon="map-pin" title={<Trans>Addresses</Trans>} />
      <Entry to="/subPages/box/index" icon="trophy" title={<Trans>Games</Trans>} />
      <PrizesEntry />
      <PoolEntry />
      <Entry to="/pages/my/coupon" icon="ticket" title={<Trans>Coupons</Trans>} />
      <Entry to="/pages/my/gift" icon="gift" title={<Trans>Gift code</Trans>} />
      <Entry to="/subPages/contract/view" icon="document" title={<Trans>Contract and salary</Trans>} />
      <Entry to="/pages/my/equity" icon="shield" title={<Trans>Levels</Trans>} />
      <Entry to="/pages/my/set" icon="settings" title={<Trans>Settings</Trans>} />
    </List>
  )
}

function QueueEntry() {
  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const waiting = rows.filter((it) => isOpen(it) || needsAttention(it)).length
  if (waiting === 0) return null
  const isUrgent = rows.some(needsAttention)
  return (
    <Entry
      to="/pages/my/queue"
      icon="cloud-queue"
      title={<Trans>Waiting to be sent</Trans>}
      end={
        <Chip tone={isUrgent ? 'danger' : 'accent'}>
          <Plural value={waiting} one="# action" other="# actions" />
        </Chip>
      }
    />
  )
}

function CheckInEntry() {
  const isOff = useIsOff('rewards')
  const query = useQuery({ ...checkInStreak, enabled: !isOff })
  const zone = useMemberZone()
  useToday(zone)
  const { stands, streak } = checkInState(query, useCheckIns(), zone, systemClock.now())
  return (
    <Entry
      to="/pages/my/checkIn"
      icon="calendar"
      title={<Trans>Daily check-in</Trans>}
      detail={
        streak && streak.streak > 0 && <Plural value={streak.streak} one="# day in a row" other="# days in a row" />
      }
      end={
        stands === 'signed' ? (
          <DoneToday />
        ) : stands === 'saved' ? (
          <Chip tone="accent" icon="cloud-queue">
            <Trans>Saved</Trans>
          </Chip>
        ) : (
          streak && (
            <Chip tone="accent" icon="coin">
              <Plural value={streak.nextPoints} one="# coin" other="# coins" />
            </Chip>
          )
        )
      }
    />
  )
}

function QuizEntry() {
  const isOff = useIsOff('rewards')
  const isDone = useIsQuizDone({ enabled: !isOff })
  return <Entry to="/pages/my/answer" icon="help" title={<Trans>Daily quiz</Trans>} end={isDone && <DoneToday />} />
}

/** Only while the team is off, whose pages lead to the rewards. What was earned stays reachable. */
function InviteRewardsEntry() {
  if (!useIsOff('team')) return null
  return <Entry to="/pages/my/inviteGift" icon="coin" title={<Trans>Invite rewards</Trans>} />
}

/** While prizes are due, and while the games are off, whose pages lead to the prizes. */
function PrizesEntry() {
  const due = useDuePrizes()
  const isOff = useIsOff('games')
  if (due === 0 && !isOff) return null
  return (
    <Entry
      to="/subPages/box/giftList"
      icon="gift"
      title={<Trans>Prizes won</Trans>}
      end={
        due > 0 && (
          <Chip tone="accent">
            <Plural value={due} one="# to claim" other="# to claim" />
          </Chip>
        )
      }
    />
  )
}

/** Only while the games are off, whose pages lead to the pool. What was won stays reachable. */
function PoolEntry() {
  if (!useIsOff('games')) return null
  return <Entry to="/subPages/jackpot/index2" icon="coin" title={<Trans>Prize pool</Trans>} />
}

function MessagesEntry() {
  const unread = useUnread(useQuery(newestMessage))
  return (
    <Entry
      to="/subPages/message/list"
      icon="bell"
      title={<Trans>Messages</Trans>}
      end={
        unread > 0 && (
          <Chip tone="accent">
            <Plural value={unread} one="# unread" other="# unread" />
          </Chip>
        )
      }
    />
  )
}
