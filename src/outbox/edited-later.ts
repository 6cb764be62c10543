import { pushChoose, updateProfile } from '#protocol/settings.ts'
import type { Command } from './command.ts'

/**
 * Whether the answer to an applied edit has another value than was sent: the server knew of a later one, made on
 * another device. False where the answer doesn't tell.
 */
export function wasEditedLater({ state, call, args, reply }: Command): boolean {
  if (state !== 'applied' || (call !== updateProfile.path && call !== pushChoose.path)) return false
  const { madeAt: _, avatarId, ...sent } = args
  return !agrees(avatarId === null ? { ...sent, avatarUrl: null } : sent, reply?.data)
}

/** True where `answer` has all that `sent` has; an older server or an older row doesn't have every field. */
function agrees(sent: unknown, answer: unknown): boolean {
  if (sent === undefined || answer === undefined) return true
  if (isRecord(sent)) return isRecord(answer) && Object.entries(sent).every(([name, it]) => agrees(it, answer[name]))
  return answer === (typeof sent === 'string' ? sent.trim() : sent)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
