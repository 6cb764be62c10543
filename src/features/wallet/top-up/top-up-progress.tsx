import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { TopUp } from '#protocol/wallet.ts'
import { isNotFound } from '../../../api/is-not-found.ts'
import { millisOf } from '../../../lib/clock.ts'
import { onThisClock, serverNow } from '../../../lib/server-clock.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { DetailSkeleton } from '../../../ui/skeletons.tsx'
import { StateHead } from '../../../ui/state-head.tsx'
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts'
import { TopUpFacts } from './top-up-facts.tsx'
import { DemoBanner } from './top-up-meaning.tsx'
import { taskOf } from './top-up-steps.ts'
import { TransferTarget } from './transfer-target.tsx'
import { wordsOf } from './top-up-words.tsx'
import { useTopUp } from './use-top-up.ts'

/** One top-up, from its address until it is credited. */
export function TopUpProgress({ id, memberId }: { id: string; memberId: string }) {
  const query = useTopUp(id, memberId)
  return (
    <Screen width="form">
      <PullToRefresh onRefresh={() => query.refetch()}>
        {query.data === undefined && isNotFound(query.error) ? (
          <NotThere />
        ) : (
          <QueryStates query={query} skeleton={<DetailSkeleton />}>
            {(topUp) => <Stages topUp={topUp} />}
          </QueryStates>
        )}
      </PullToRefresh>
    </Screen>
  )
}

function NotThere() {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>This top-up wasn't found</Trans>}
      action={
        <Link to="/pages/my/historyList" search={{ wallet: 'recharge' }} className={buttonClass({ look: 'quiet' })}>
          <Trans>See your recharge wallet</Trans>
        </Link>
      }
    />
  )
}

function Stages({ topUp }: { topUp: TopUp }) {
  const isRunning = topUp.state === 'waiting' || topUp.state === 'underpaid'
  // Renders again when the time is over, whether or not the server was reachable.
  useSecondsLeft(isRunning ? onThisClock(millisOf(topUp.expiresAt)) : undefined)
  const task = taskOf(topUp, serverNow())
  const isToSend = task === 'send' || task === 'send-rest'
  return (
    <>
      {topUp.demo && <DemoBanner />}
      <Status topUp={topUp} />
      {isToSend && <TransferTarget topUp={topUp} />}
      <TopUpFacts topUp={topUp} />
      {!isToSend && task !== 'wait' && (
        <div className="flex flex-col gap-2">
          {topUp.creditedAt !== null && (
            <Link to="/pages/my/historyList" search={{ wallet: 'recharge' }} className={buttonClass({ wide: true })}>
              <Trans>See your recharge wallet</Trans>
            </Link>
          )}
          <Link
            to="/pages/pay/ustd"
            className={buttonClass({ wide: true, look: topUp.creditedAt === null ? 'primary' : 'quiet' })}
          >
            <Trans>Another top-up</Trans>
          </Link>
        </div>
      )}
    </>
  )
}

/** A live region for the state, without the seconds. */
function Status({ topUp }: { topUp: TopUp }) {
  const now = serverNow()
  const task = taskOf(topUp, now)
  const { state, confirmed, confirmations, expiresAt } = topUp
  return (
    <Card>
      <StateHead {...wordsOf(topUp, now)} />
      {state === 'confirming' && (
        <div className="mt-4">
          <Confirmations confirmed={confirmed} of={confirmations} />
        </div>
      )}
      {(task === 'send' || task === 'send-rest') && (
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft">
          <Trans>Time left at this rate</Trans>{' '}
          <span className="text-title font-strong text-ink">
            <Countdown until={onThisClock(millisOf(expiresAt))} />
          </span>
        </p>
      )}
    </Card>
  )
}

function Confirmations({ confirmed, of }: { confirmed: number; of: number }) {
  return (
    <div aria-hidden>
      <ProgressBar value={of === 0 ? 1 : confirmed / of} label="" />
    </div>
  )
}
