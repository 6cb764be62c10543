import type { AskedQuestion, QuizText } from '../../db/quiz-schema.ts'

/** Gold coins for a quiz without a mistake. */
export const prize = 20

/** How many questions an attempt asks, where there are as many. */
export const questionsAsked = 5

/** How long an attempt of `questions` may take, in seconds. */
export function secondsFor(questions: number): number {
  return Math.max(questions, 1) * 60
}

/** An answer that was on its way when the time ended still counts. Milliseconds. */
export const graceMs = 5000

/** Draws the questions of an attempt and the order of their choices; `below(n)` gives a number from 0 to below `n`. */
export function drawQuestions(
  pool: readonly { id: string; choices: number }[],
  below: (n: number) => number,
): AskedQuestion[] {
  return shuffled(pool, below)
    .slice(0, questionsAsked)
    .map(({ id, choices }) => ({ id, order: shuffled([...Array(choices).keys()], below) }))
}

/** The choices of a question as the attempt shows them. */
export function choicesOf({ order }: AskedQuestion, { right, wrong }: QuizText): string[] {
  const choices = [right, ...wrong]
  return order.map((place) => choices[place] ?? '')
}

/** The place at which the right answer is shown. */
export function rightPlace({ order }: AskedQuestion): number {
  return order.indexOf(0)
}

/** Fisher-Yates: every order is equally likely. */
function shuffled<T>(them: readonly T[], below: (n: number) => number): T[] {
  const rest = [...them]
  return them.flatMap(() => rest.splice(below(rest.length), 1))
}
