import * as v from 'valibot'
import type { Answer, Call } from '#protocol/call.ts'
import { ApiError } from './api-error.ts'

/** The arguments as they are sent: checked, but not rewritten, so that a repetition has the same bytes. */
export function checked(call: Call, args: unknown): Record<string, unknown> {
  const result = v.safeParse(call.args, args)
  if (!result.success) throw new ApiError('rejected', issueOf(result.issues[0]), { errno: 400, cause: result.issues })
  return args as Record<string, unknown>
}

/** The parsed answer. Throws ApiError where it doesn't match the call's schema. */
export function read<C extends Call>(call: C, answer: unknown): Answer<C> {
  const result = v.safeParse(call.answer, answer)
  if (!result.success) throw new ApiError('unreadable', issueOf(result.issues[0]), { cause: result.issues })
  return result.output as Answer<C>
}

function issueOf(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`
}
