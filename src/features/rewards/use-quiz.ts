import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { quizLeave, quizNext, quizSubmit } from '#protocol/rewards.ts'
import { ApiError } from '../../api/api-error.ts'
import { newId } from '../../api/device.ts'
import { systemClock } from '../../lib/clock.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { quiz } from '../../entities/quiz.ts'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'

/** An attempt that this screen started. Its sitting is in this page's memory only: whoever leaves can't come back. */
export interface Attempt {
  sitting: string
  questions: Answer<typeof quizNext>['questions']
  /** Milliseconds of this device's clock, counted from the tap: a wrong clock doesn't matter, and it ends no later. */
  until: number
}

/** The day's quiz, from the start to the result. */
export function useQuiz() {
  const info = useQuery(quiz)
  const tapped = useRef<{ sitting: string; at: number }>(undefined)
  const [attempt, setAttempt] = useState<Attempt>()
  const [ended, setEnded] = useState<Answer<typeof quizSubmit>>()
  const tell = useTellOutcome()
  const isOurs = ({ sitting }: { sitting: string }) => sitting === tapped.current?.sitting
  const start = useCommand(quizNext, {
    concerns: isOurs,
    onOutcome: (outcome) => {
      if (outcome.kind !== 'applied' || !tapped.current) return
      const { sitting, at } = tapped.current
      setAttempt({ sitting, questions: outcome.answer.questions, until: at + outcome.answer.seconds * 1000 })
    },
  })
  const submit = useCommand(quizSubmit, {
    concerns: isOurs,
    onOutcome: (outcome) => {
      if (outcome.kind === 'applied') setEnded(outcome.answer)
      if (outcome.kind === 'applied' || (outcome.kind === 'rejected' && isOver(outcome.error))) setAttempt(undefined)
      if (outcome.kind === 'rejected' && isOver(outcome.error)) void info.refetch()
    },
  })
  const leave = useCommand(quizLeave)
  return {
    info,
    attempt,
    ended,
    start: {
      ...start,
      begin() {
        const sitting = newId()
        tapped.current = { sitting, at: systemClock.now() }
        setEnded(undefined)
        return start.run({ sitting })
      },
    },
    submit,
    forgetResult: () => setEnded(undefined),
    /** Gives the attempt up; saved on this device, so that it is not lost without a network. */
    async leave({ sitting }: Attempt) {
      tell(await leave.run({ sitting }), null)
      setAttempt(undefined)
    },
  }
}

export type Quiz = ReturnType<typeof useQuiz>

function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.errno === errors.quiz_over.errno
}
