import { quizInfo, quizLeave, quizNext, quizSubmit } from '#protocol/rewards.ts'
import { handle, memberOf, type Context } from '../../http/handler.ts'
import { leaveQuiz, quizState, startQuiz, submitQuiz } from './quiz.ts'

export const quizOfToday = handle(quizInfo, (context) => quizState(context.db, playerOf(context), context.clock))

export const quizStart = handle(quizNext, (context, { sitting }) =>
  startQuiz(context.db, { ...playerOf(context), sitting }, context.clock),
)

export const quizHandIn = handle(quizSubmit, (context, { sitting, choices }) =>
  submitQuiz(context.db, { ...playerOf(context), sitting }, choices, context.clock),
)

export const quizGivenUp = handle(quizLeave, async (context, { sitting }) => {
  await leaveQuiz(context.db, { memberId: memberOf(context), sitting }, context.clock)
  return {}
})

function playerOf(context: Context) {
  return { memberId: memberOf(context), language: context.language }
}
