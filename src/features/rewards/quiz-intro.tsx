import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { quizInfo } from '#protocol/rewards.ts'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { Art } from '../../ui/art.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useIsAhead } from '../../ui/use-is-ahead.ts'
import { useOnline } from '../../ui/use-online.ts'
import type { Quiz } from './use-quiz.ts'
import { useWhen } from '../../entities/use-when.ts'

/** Before the start: what is asked, what it gives, and that leaving ends it. */
export function QuizIntro({ quiz: { start }, info }: { quiz: Quiz; info: Answer<typeof quizInfo> }) {
  const isOnline = useOnline()
  const reason = useRejectionReason()
  const { questions, seconds, prize, state, nextAt } = info
  const isOfToday = useIsAhead(nextAt)
  if (state === 'started' && nextAt && isOfToday) return <UnderWay nextAt={nextAt} />
  if (questions === 0)
    return (
      <Screen width="form">
        <EmptyState art="nothing-found" title={<Trans>No quiz today</Trans>}>
          <Trans>There are no questions right now. Please come back later.</Trans>
        </EmptyState>
      </Screen>
    )
  const minutes = Math.round(seconds / 60)
  const { outcome } = start
  return (
    <Screen
      width="form"
      bottom={
        <Button
          wide
          icon="bolt"
          busy={start.isBusy}
          disabled={!isOnline || !start.isReady || start.unknown !== undefined}
          onClick={() => void start.begin()}
        >
          <Trans>Start the quiz</Trans>
        </Button>
      }
    >
      <Card tone="accent">
        <div className="flex flex-col items-center gap-3 py-2 text-center">
          <Art name="gold-coins" />
          <p className="text-title font-strong text-balance">
            {prize.of === 'gold' && (
              <Plural
                value={prize.amount}
                one="# gold coin if all answers are right"
                other="# gold coins if all answers are right"
              />
            )}
          </p>
        </div>
      </Card>
      <Card>
        <ul className="flex flex-col gap-4">
          <Rule icon="help">
            <Plural value={questions} one="# question" other="# questions" />
          </Rule>
          <Rule icon="clock">
            <Plural value={minutes} one="# minute for all of them" other="# minutes for all of them" />
          </Rule>
          <Rule icon="calendar">
            <Trans>One attempt a day. A wrong answer ends it, and you can try again tomorrow.</Trans>
          </Rule>
          <Rule icon="warning">
            <Trans>Leaving this page or closing the app ends today's attempt.</Trans>
          </Rule>
        </ul>
      </Card>
      {start.unknown && <UnknownBanner onCheck={() => void start.check()} isChecking={start.isChecking} />}
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {!isOnline && (
        <Banner icon="offline">
          <Trans>You need a connection for the quiz.</Trans>
        </Banner>
      )}
    </Screen>
  )
}

function Rule({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon name={icon} size="small" className="mt-0.5 text-accent-ink" />
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  )
}

/** An attempt of another window or device, or one that was left by closing the app. */
function UnderWay({ nextAt }: { nextAt: string }) {
  const when = useWhen()
  const at = when(nextAt)
  return (
    <Screen width="form">
      <EmptyState art="no-prizes" title={<Trans>Today's quiz can't be continued here</Trans>}>
        <Trans>You left it, or it's open in another window. The next one opens on {at}.</Trans>
      </EmptyState>
    </Screen>
  )
}
