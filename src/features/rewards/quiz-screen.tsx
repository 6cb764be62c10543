import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { useIsAhead } from '../../ui/use-is-ahead.ts'
import { useOnline } from '../../ui/use-online.ts'
import { QuizAttempt } from './quiz-attempt.tsx'
import { QuizIntro } from './quiz-intro.tsx'
import { QuizResultCard } from './quiz-result.tsx'
import { useQuiz } from './use-quiz.ts'

export const Route = createFileRoute('/pages/my/answer')({ component: QuizScreen })

function QuizScreen() {
  const quiz = useQuiz()
  const { info, attempt, ended } = quiz
  const isOnline = useOnline()
  const isOfToday = useIsAhead(ended?.nextAt ?? info.data?.nextAt)
  if (attempt) return <QuizAttempt key={attempt.sitting} quiz={quiz} attempt={attempt} />
  if (ended) return <QuizResultCard {...ended} onNext={isOfToday ? undefined : quiz.forgetResult} />
  // Once the next one is open, the result of an earlier one is in nobody's way.
  if (info.data?.result && info.data.nextAt && isOfToday)
    return <QuizResultCard result={info.data.result} nextAt={info.data.nextAt} />
  return (
    <>
      {info.data === undefined && !isOnline ? (
        <Screen width="form">
          <EmptyState art="offline" title={<Trans>You need a connection for the quiz</Trans>}>
            <Trans>The questions and the time limit come from the server. The quiz opens when you're online.</Trans>
          </EmptyState>
        </Screen>
      ) : info.data ? (
        <QuizIntro quiz={quiz} info={info.data} />
      ) : (
        <Screen width="form">
          <QueryStates
            query={info}
            skeleton={
              <Skeleton>
                <BlockBone shape="h-80 w-full" />
              </Skeleton>
            }
          >
            {() => null}
          </QueryStates>
        </Screen>
      )}
      <CommandSheet {...quiz.start.sheet} />
    </>
  )
}
