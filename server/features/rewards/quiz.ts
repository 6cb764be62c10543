import { randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { AnswerInput } from '#protocol/call.ts'
import type { Language } from '#protocol/languages.ts'
import type { quizInfo, quizNext, QuizResult, quizSubmit } from '#protocol/rewards.ts'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, millisOf, startOfDay } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import type { QuizTables } from '../../db/quiz-schema.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { textsOf } from './quiz-questions.ts'
import { choicesOf, drawQuestions, graceMs, prize, questionsAsked, rightPlace, secondsFor } from './quiz-rules.ts'

/** Whose quiz it is, and in which language they read it. */
export interface Player {
  memberId: string
  language: Language
}

/** A player's sitting: the secret of the screen that started the attempt. */
export interface Sitting extends Player {
  sitting: string
}

type Attempt = Selectable<QuizTables['quizAttempt']>

/** What a start would ask and give, or what became of the day's attempt. */
export async function quizState(db: Db, player: Player, clock: Clock): Promise<AnswerInput<typeof quizInfo>> {
  const { memberId } = player
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const today = dayIn(timeZone, clock.now())
  const attempt = await attemptSince(db, memberId, today)
  if (!attempt) {
    const questions = Math.min(questionsAsked, (await pool(db)).length)
    const fresh = { of: 'gold' as const, amount: prize }
    const seconds = secondsFor(questions)
    return { day: today, state: 'ready', questions, seconds, prize: fresh, result: null, nextAt: null }
  }
  const ended = attempt.ended ?? (isLate(attempt, clock) ? 'late' : null)
  return {
    day: attempt.day,
    state: ended === null ? 'started' : ended === 'passed' ? 'passed' : 'failed',
    questions: attempt.asked.length,
    seconds: secondsFor(attempt.asked.length),
    prize: { of: 'gold', amount: attempt.prize },
    result: ended === null ? null : await resultOf(db, { ...attempt, ended }, player.language),
    nextAt: opensAfter(timeZone, attempt.day),
  }
}

/**
 * Starts the day's attempt, or gives the one that this sitting started. Another sitting fails an attempt that is under
 * way and throws `quiz_over`, as does a day that had its attempt; `quiz_empty` where nothing is asked now.
 */
export async function startQuiz(
  db: Db,
  { memberId, sitting, language }: Sitting,
  clock: Clock,
): Promise<AnswerInput<typeof quizNext>> {
  const { timeZone } = await lockMember(db, memberId)
  const today = dayIn(timeZone, clock.now())
  const attempt =
    (await attemptSince(db, memberId, today)) ?? (await newAttempt(db, { memberId, sitting, today }, clock))
  if (attempt.sitting !== sitting) await failForeign(db, attempt, clock)
  if (attempt.ended !== null || isLate(attempt, clock)) throw new DomainError('quiz_over')
  const texts = await textsOf(db, attempt.asked, language)
  return {
    day: attempt.day,
    seconds: Math.max(0, Math.floor((millisOf(attempt.endsAt) - clock.now()) / 1000)),
    questions: attempt.asked.map((it, n) => ({
      question: texts[n]!.question,
      choices: choicesOf(it, texts[n]!),
    })),
  }
}

/** Ends the sitting's attempt by its answers and pays the prize where all are right. Throws `quiz_over` without one. */
export async function submitQuiz(
  db: Db,
  { memberId, sitting, language }: Sitting,
  choices: readonly (number | null)[],
  clock: Clock,
): Promise<AnswerInput<typeof quizSubmit>> {
  const { timeZone } = await lockMember(db, memberId)
  const attempt = await newestAttempt(db, memberId)
  if (!attempt || attempt.ended !== null) throw new DomainError('quiz_over')
  if (attempt.sitting !== sitting) return await failForeign(db, attempt, clock)
  if (choices.length !== attempt.asked.length)
    throw new DomainError('bad_request', { field: 'choices', problem: 'must be one per question' })
  const allRight = attempt.asked.every((it, n) => choices[n] === rightPlace(it))
  const ended = isLate(attempt, clock) ? 'late' : allRight ? 'passed' : 'wrong'
  await end(db, attempt, { ended, chosen: choices }, clock)
  if (ended === 'passed') await pay(db, attempt, clock)
  return {
    day: attempt.day,
    result: await resultOf(db, { ...attempt, ended, chosen: [...choices] }, language),
    nextAt: opensAfter(timeZone, attempt.day),
  }
}

/** Ends the sitting's attempt where it is under way. */
export async function leaveQuiz(db: Db, { memberId, sitting }: Omit<Sitting, 'language'>, clock: Clock): Promise<void> {
  await lockMember(db, memberId)
  const attempt = await newestAttempt(db, memberId)
  if (attempt?.ended === null && attempt.sitting === sitting)
    await end(db, attempt, { ended: isLate(attempt, clock) ? 'late' : 'left' }, clock)
}

/** Another sitting means that the first one was left: it can't be gone on with from anywhere. */
async function failForeign(db: Db, attempt: Attempt, clock: Clock): Promise<never> {
  if (attempt.ended === null) await end(db, attempt, { ended: isLate(attempt, clock) ? 'late' : 'left' }, clock)
  throw new DomainError('quiz_over', {}, { keepEffect: true })
}

async function newAttempt(
  db: Db,
  { memberId, sitting, today }: { memberId: string; sitting: string; today: string },
  clock: Clock,
): Promise<Attempt> {
  const asked = drawQuestions(await pool(db), (n) => randomInt(n))
  if (asked.length === 0) throw new DomainError('quiz_empty')
  return await db
    .insertInto('quizAttempt')
    .values({
      memberId,
      day: today,
      sitting,
      asked: JSON.stringify(asked),
      prize,
      startedAt: instant(clock),
      endsAt: instant(clock.now() + secondsFor(asked.length) * 1000),
      endedAt: null,
      ended: null,
      chosen: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The attempt of a day or of a later one: a member who moves to an earlier zone has no second quiz on the same day. */
async function attemptSince(db: Db, memberId: string, day: string): Promise<Attempt | undefined> {
  const attempt = await newestAttempt(db, memberId)
  return attempt && attempt.day >= day ? attempt : undefined
}

async function newestAttempt(db: Db, memberId: string): Promise<Attempt | undefined> {
  return await db
    .selectFrom('quizAttempt')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The questions that are asked now. */
async function pool(db: Db): Promise<{ id: string; choices: number }[]> {
  return await db
    .selectFrom('quizQuestion')
    .select(['id', sql<number>`1 + jsonb_array_length(texts->'en'->'wrong')`.as('choices')])
    .where('retiredAt', 'is', null)
    .orderBy('id')
    .execute()
}

function isLate({ endsAt }: Attempt, clock: Clock): boolean {
  return clock.now() > millisOf(endsAt) + graceMs
}

function opensAfter(zone: string, day: string): string {
  return instant(startOfDay(zone, addDays(day, 1)))
}

async function end(
  db: Db,
  { memberId, day }: Attempt,
  { ended, chosen }: { ended: NonNullable<Attempt['ended']>; chosen?: readonly (number | null)[] },
  clock: Clock,
): Promise<void> {
  await db
    .updateTable('quizAttempt')
    .set({ ended, endedAt: instant(clock), ...(chosen && { chosen: JSON.stringify(chosen) }) })
    .where('memberId', '=', memberId)
    .where('day', '=', day)
    .execute()
}

async function pay(db: Db, { memberId, day, prize: amount }: Attempt, clock: Clock): Promise<void> {
  await post(
    db,
    [
      {
        debit: house('mint'),
        credit: { ownerId: memberId, code: 'gold' },
        amount,
        asset: 'GOLD',
        kind: 'quiz_reward',
        ref: `${memberId}:${day}`,
        memo: { subject: day },
      },
    ],
    clock,
  )
}

async function resultOf(
  db: Db,
  { asked, chosen, ended, prize: amount }: Attempt & { ended: QuizResult['ended'] },
  language: Language,
): Promise<QuizResult> {
  const texts = await textsOf(db, asked, language)
  return {
    ended,
    questions: asked.map((it, n) => ({
      question: texts[n]!.question,
      choices: choicesOf(it, texts[n]!),
      chosen: chosen?.[n] ?? null,
      right: rightPlace(it),
      why: texts[n]!.why,
    })),
    reward: ended === 'passed' ? { of: 'gold', amount } : null,
  }
}
