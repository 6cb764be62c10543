import * as v from 'valibot'
import { authRefresh } from '#protocol/auth.ts'
import type { Answer, Call } from '#protocol/call.ts'
import { ApiError } from './api-error.ts'
import type { Grant } from './session.ts'
import { sendRequest, type Transport } from './transport.ts'

// The calls of the first frame are in the same chunk as the code that checks them: another lazy file would cost a
// request.
export { firstCalls } from '#protocol/first-calls.ts'

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

/**
 * A stored answer, or the pages of one, with the defaults of fields that its call has got since. What doesn't match the
 * call's schema any more is left as it is: screens show of it what they can.
 */
export function completed(call: Call, stored: unknown): unknown {
  if (isPaged(stored)) return { ...stored, pages: stored.pages.map((page) => completed(call, page)) }
  const result = v.safeParse(call.answer, stored)
  return result.success ? result.output : stored
}

function isPaged(stored: unknown): stored is { pages: unknown[] } {
  return typeof stored === 'object' && stored !== null && 'pageParams' in stored
}

/** Fetches a new token; the refresh cookie says for whom. */
export async function askForGrant(transport: Transport): Promise<Grant> {
  return read(authRefresh, await sendRequest(transport, authRefresh, { args: {} }))
}

function issueOf(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`
}
