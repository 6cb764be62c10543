import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import { quizInfo } from '#protocol/rewards.ts'
import { readOf } from '../cache/read-of.ts'
import { millisOf } from '../lib/clock.ts'
import { serverNow } from '../lib/server-clock.ts'

/** The quiz of the member's day. */
export const quiz = readOf(quizInfo, {})

/** Whether the member had today's only attempt; false until the server has said so. */
export function useIsQuizDone({ enabled = true } = {}): boolean {
  const info = useQuery({ ...quiz, enabled }).data
  return info !== undefined && isQuizDone(info)
}

/** An answer of yesterday counts no more once the next attempt is open. */
export function isQuizDone(
  { state, nextAt }: Pick<Answer<typeof quizInfo>, 'state' | 'nextAt'>,
  now?: number,
): boolean {
  const isOver = state === 'passed' || state === 'failed'
  return isOver && nextAt !== null && millisOf(nextAt) > (now ?? serverNow())
}
