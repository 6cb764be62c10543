import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuizResult } from '#protocol/rewards.ts'
import { Art } from '../../ui/art.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useWhen } from '../../entities/use-when.ts'

interface QuizResultProps {
  result: QuizResult
  nextAt: string
  /** Where the next one is open already, as after an attempt over midnight: leads to it. */
  onNext?: (() => void) | undefined
}

/** What became of the last attempt: the prize or why there is none, each question with its answer, the next time. */
export function QuizResultCard({ result, nextAt, onNext }: QuizResultProps) {
  const when = useWhen()
  const at = when(nextAt)
  return (
    <Screen
      width="form"
      bottom={
        onNext && (
          <Button wide onClick={onNext}>
            <Trans>Next quiz</Trans>
          </Button>
        )
      }
    >
      <Card tone={result.ended === 'passed' ? 'accent' : 'plain'}>
        <div role="status" className="flex flex-col items-center gap-2 py-2 text-center">
          <Art name={result.ended === 'passed' ? 'achievement' : 'no-prizes'} />
          <p className="text-title font-strong text-balance">
            <Ending result={result} />
          </p>
          {!onNext && (
            <p className="text-ink-soft text-pretty">
              <Trans>The next quiz opens on {at}.</Trans>
            </p>
          )}
        </div>
      </Card>
      <Section title={<Trans>The answers</Trans>}>
        <ol className="flex flex-col gap-3">
          {result.questions.map((it) => (
            <li key={it.question}>
              <Answered question={it} />
            </li>
          ))}
        </ol>
      </Section>
    </Screen>
  )
}

function Ending({ result: { ended, reward } }: { result: QuizResult }) {
  switch (ended) {
    case 'passed':
      return reward?.of === 'gold' ? (
        <Plural value={reward.amount} one="All right: # gold coin is yours" other="All right: # gold coins are yours" />
      ) : (
        <Trans>All right</Trans>
      )
    case 'wrong':
      return <Trans>Not all answers were right this time. Come back tomorrow.</Trans>
    case 'late':
      return <Trans>Time ran out. Come back tomorrow.</Trans>
    case 'left':
      return <Trans>You left today's quiz. Come back tomorrow.</Trans>
  }
}

function Answered({
  question: { question, choices, chosen, right, why },
}: {
  question: QuizResult['questions'][number]
}) {
  const { t } = useLingui()
  const isRight = chosen === right
  return (
    <Card>
      <div className="flex items-start gap-3">
        <Icon
          name={isRight ? 'check' : 'close'}
          label={isRight ? t`Right` : chosen === null ? t`Not answered` : t`Wrong`}
          className={isRight ? 'text-positive' : 'text-danger'}
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">
          <p className="font-strong">{question}</p>
          {chosen !== null && !isRight && (
            <p className="text-ink-soft">
              <Trans>You chose: {choices[chosen]}</Trans>
            </p>
          )}
          <p>
            <Trans>Right: {choices[right]}</Trans>
          </p>
          <p className="text-small text-ink-soft">{why}</p>
        </div>
      </div>
    </Card>
  )
}
