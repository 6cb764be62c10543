import * as v from 'valibot'
import { authRefresh } from '#protocol/auth.ts'
import type { Answer, Call } from '#protocol/call.ts'
import { ApiError } from './api-error.ts'
import type { Grant } from './session.ts'
import { sendRequest, type Transport } from './transport.ts'

// What the first frame asks for comes together with what checks it: each file imported late is one more to fetch.
export { firstCalls } from '#protocol/first-calls.ts'

/** The arguments as they go out: checked, but not rewritten, so that a repetition is the same to the byte. */
export function checked(call: Call, args: unknown): Record<string, unknown> {
  const result = v.safeParse(call.args, args)
  if (!result.success) throw new ApiError('rejected', issueOf(result.issues[0]), { errno: 400, cause: result.issues })
  return args as Record<string, unknown>
}

/** The answer, parsed. Throws ApiError where it is not what the call declares. */
export function read<C extends Call>(call: C, answer: unknown): Answer<C> {
  const result = v.safeParse(call.answer, answer)
  if (!result.success) throw new ApiError('unreadable', issueOf(result.issues[0]), { cause: result.issues })
  return result.output as Answer<C>
}

/** Asks for a new token, in the name of the cookie. */
export async function askForGrant(transport: Transport): Promise<Grant> {
  return read(authRefresh, await sendRequest(transport, authRefresh, { args: {} }))
}

function issueOf(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`
}
