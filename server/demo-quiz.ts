import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import { demoPeople } from './demo-team.ts'
import { startQuiz, submitQuiz } from './features/rewards/quiz.ts'
import { ownQuestions } from './features/rewards/quiz-questions.ts'

const language = 'en'
const answeringMs = 95_000

/** Who takes the day's quiz, by days ago, and how many of their answers are wrong; null is the demo member. */
const attempts: Record<number, readonly (readonly [who: string | null, wrong: number])[]> = {
  7: [
    [null, 0],
    ['Budi', 1],
  ],
  4: [
    ['Putri', 0],
    [null, 1],
  ],
  1: [
    ['Budi', 0],
    ['Agus', 2],
  ],
}

/** The quizzes that members of the demonstration took on one of its days, in a transaction. */
export async function takeQuizInDemo(db: Db, days: number, clock: Clock): Promise<void> {
  const today = attempts[days]
  if (!today) return
  const people = await demoPeople(db)
  for (const [who, wrong] of today) {
    const memberId = people.get(who)
    if (memberId !== undefined) await take(db, { memberId, wrong }, clock)
  }
}

/** Starts, answers and hands in, as the screen does; nothing of the attempt is known here but what it asks. */
async function take(db: Db, { memberId, wrong }: { memberId: string; wrong: number }, clock: Clock): Promise<void> {
  const sitting = { memberId, language, sitting: randomUUID() } as const
  const { questions } = await startQuiz(db, sitting, clock)
  const right = new Map(ownQuestions().map(({ texts }) => [texts[language].question, texts[language].right]))
  const choices = questions.map(({ question, choices: offered }, n) => {
    const place = offered.indexOf(right.get(question) ?? '')
    return n < wrong ? (place + 1) % offered.length : place
  })
  await submitQuiz(db, sitting, choices, { now: () => clock.now() + answeringMs })
}
