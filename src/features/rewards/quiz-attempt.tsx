import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Screen } from '../../ui/screen.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSecondsLeft } from '../../ui/use-seconds-left.ts'
import { choose, firstOpen, spokenSeconds, type Choices } from './quiz-choices.ts'
import { QuizQuestion } from './quiz-question.tsx'
import type { Attempt, Quiz } from './use-quiz.ts'

interface QuizAttemptProps {
  quiz: Quiz
  attempt: Attempt
}

/** The questions one after the other. Going back and forth needs no network: all of them came with the start. */
export function QuizAttempt({ quiz: { submit, leave }, attempt }: QuizAttemptProps) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const { questions, until, sitting } = attempt
  const [at, setAt] = useState(0)
  const [choices, setChoices] = useState<Choices>(() => questions.map(() => null))
  const left = useSecondsLeft(until)
  const blocker = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true })
  const isLast = at === questions.length - 1
  const { outcome } = submit
  // Leaving then ends nothing: the server may have the answers.
  const isHandedIn = submit.isBusy || submit.unknown !== undefined

  const isOver = left === 0
  const handInLate = useEffectEvent(() => void submit.run({ sitting, choices: [...choices] }))
  useEffect(() => {
    if (isOver) handInLate()
  }, [isOver])

  function handIn() {
    const open = firstOpen(choices)
    if (open === undefined) return void submit.run({ sitting, choices: [...choices] })
    setAt(open)
    toast(t`Question ${open + 1} has no answer yet`)
  }

  async function leaveNow() {
    const { proceed } = blocker
    if (!isHandedIn) await leave(attempt)
    proceed?.()
  }

  const question = questions[at]
  if (!question) return null
  const [number, count] = [at + 1, questions.length]
  return (
    <Screen
      width="form"
      bottom={
        <div className="flex flex-wrap gap-3">
          <div className="min-w-[8rem] flex-1">
            <Button wide look="quiet" disabled={at === 0 || submit.isBusy} onClick={() => setAt(at - 1)}>
              <Trans>Previous question</Trans>
            </Button>
          </div>
          <div className="min-w-[8rem] flex-1">
            {isLast ? (
              <Button wide busy={submit.isBusy} disabled={submit.unknown !== undefined} onClick={handIn}>
                <Trans>Submit answers</Trans>
              </Button>
            ) : (
              <Button wide onClick={() => setAt(at + 1)}>
                <Trans>Next question</Trans>
              </Button>
            )}
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-soft">
            <span>
              <Trans>
                Question {number} of {count}
              </Trans>
            </span>
            <span className={left <= 30 ? 'font-strong text-danger' : undefined}>
              <Trans>
                <Countdown until={until} /> left
              </Trans>
            </span>
          </div>
          <ProgressBar value={number / count} label={t`Question ${number} of ${count}`} />
        </div>
        <QuizQuestion
          key={at}
          question={question.question}
          choices={question.choices}
          chosen={choices[at] ?? null}
          onChoose={(place) => setChoices(choose(choices, at, place))}
        />
      </div>
      <TimeLeft left={left} />
      {submit.unknown && <UnknownBanner onCheck={() => void submit.check()} isChecking={submit.isChecking} />}
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      <Dialog
        isOpen={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={<Trans>Leave the quiz?</Trans>}
        actions={
          <>
            <Button wide onClick={() => blocker.reset?.()}>
              {isHandedIn ? <Trans>Stay here</Trans> : <Trans>Continue the quiz</Trans>}
            </Button>
            <Button wide look={isHandedIn ? 'quiet' : 'danger'} onClick={() => void leaveNow()}>
              {isHandedIn ? <Trans>Leave the quiz</Trans> : <Trans>Leave and end today's quiz</Trans>}
            </Button>
          </>
        }
      >
        {isHandedIn ? (
          <Trans>
            Your answers were sent, and we check what happened. If they didn't arrive, you can only send them again from
            here.
          </Trans>
        ) : (
          <Trans>Today's attempt ends, and the next one opens tomorrow.</Trans>
        )}
      </Dialog>
      <CommandSheet {...submit.sheet} />
    </Screen>
  )
}

/** Says twice how much time is left; the countdown itself is silent. */
function TimeLeft({ left }: { left: number }) {
  const spoken = spokenSeconds(left)
  return (
    <p role="status" className="sr-only">
      {spoken === 60 && <Trans>One minute left</Trans>}
      {spoken === 10 && <Trans>Ten seconds left</Trans>}
    </p>
  )
}
