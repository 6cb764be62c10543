import { quizInfo, quizLeave, quizNext, quizSubmit } from '#protocol/rewards.ts'
import { handle, memberOf, type Context, type Handler } from '../../http/handler.ts'
import { leaveQuiz, quizState, startQuiz, submitQuiz } from './quiz.ts'

const info = handle(quizInfo, (context) => quizState(context.db, playerOf(context), context.clock))

const next = handle(quizNext, (context, { sitting }) =>
  startQuiz(context.db, { ...playerOf(context), sitting }, context.clock),
)

const submit = handle(quizSubmit, (context, { sitting, choices }) =>
  submitQuiz(context.db, { ...playerOf(context), sitting }, choices, context.clock),
)

const leave = handle(quizLeave, async (context, { sitting }) => {
  await leaveQuiz(context.db, { memberId: memberOf(context), sitting }, context.clock)
  return {}
})

export const quizCalls: readonly Handler[] = [info, next, submit, leave]

function playerOf(context: Context) {
  return { memberId: memberOf(context), language: context.language }
}
